// The rules: what a word brings, and what becomes of a gesture.

const POINTS = [0, 0, 0, 100, 400, 800, 1400, 1800, 2200];

export function pointsOf(word) {
  const most = POINTS.length - 1;
  return word.length <= most ? POINTS[word.length] : POINTS[most] + 400 * (word.length - most);
}

export class Round {
  score = 0;
  found = new Set();
  #words;
  #shortest;

  constructor(words, shortest) {
    this.#words = words;
    this.#shortest = shortest;
  }

  // "accepted", "repeated" or "refused"
  verdict(word) {
    if (word.length < this.#shortest || !this.#words.has(word)) return "refused";
    return this.found.has(word) ? "repeated" : "accepted";
  }

  play(word) {
    const verdict = this.verdict(word);
    const points = verdict === "accepted" ? pointsOf(word) : 0;
    this.score += points;
    if (points) this.found.add(word);
    return { word, verdict, points, score: this.score, words: this.found.size };
  }
}
