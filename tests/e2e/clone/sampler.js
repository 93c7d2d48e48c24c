// A phone's view of a pointer that is held: looked at some times a second, with nothing made up in between.
//
// Moves come with the time at which they happened, so it does not matter how busy the browser is: at each tick the
// pointer was where the last move before it had put it. Press and release are seen when they happen.

export class Sampler {
  #hz;
  #last = null; // { at, point } where the pointer has been since

  constructor(hz) {
    this.#hz = hz;
  }

  press(at, point) {
    this.#last = { at, point };
    return [point];
  }

  // What was seen until this move; it is seen itself when it stays for a tick.
  move(at, point) {
    const seen = this.#hz ? this.#seenUntil(at) : [point];
    this.#last = { at, point };
    return seen;
  }

  release(at) {
    const seen = this.#seenUntil(at);
    this.#last = null;
    return seen;
  }

  #seenUntil(at) {
    const ticks = (time) => Math.floor((time * this.#hz) / 1000);
    return ticks(at) > ticks(this.#last.at) ? [this.#last.point] : [];
  }
}
