// Tells the server that brought the page all that happens, in order.

const waiting = [];
let sending = false;

// Times of events count from when the page was opened; those in the log are a clock's, in seconds.
export const clockTime = (at) => (performance.timeOrigin + at) / 1000;

export function log(kind, fields = {}) {
  waiting.push({ kind, ...fields });
  if (!sending) send();
}

async function send() {
  sending = true;
  while (waiting.length) {
    await fetch("log", { method: "POST", body: JSON.stringify(waiting.splice(0)) });
  }
  sending = false;
}
