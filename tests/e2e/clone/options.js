// What the page's address may say. Times are in milliseconds unless it says seconds.

const DEFAULTS = {
  board: "STAR/ENIL/GROP/DUET", // rows parted by "/", "." a hole, "[Qu]" a tile of several letters
  seconds: 80,
  radius: 0.5, // of the circle in which a tile is hit, in pitches
  hz: 60, // how often the pointer is looked at while it is held; 0 sees every move that the browser brings
  gap: 0, // a press sooner than this after a release is not seen
  lag: 0, // how late the screen shows what happened
  animation: 0, // how long tiles and labels take to change
  shortest: 3, // letters of the shortest word
  card: "how-to", // what is shown before the round: "how-to" or "ready"
};

export function optionsOf(search) {
  const given = new URLSearchParams(search);
  for (const name of given.keys()) {
    if (!(name in DEFAULTS)) throw new Error(`there is no option ${name}`);
  }
  return Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, usual]) => {
      const text = given.get(name);
      return [name, text === null ? usual : typeof usual === "number" ? Number(text) : text];
    }),
  );
}
