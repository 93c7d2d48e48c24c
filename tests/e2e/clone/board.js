// Where tiles lie, in pitches from the middle of the first one, and which of them a finger meets.

export class Board {
  constructor(text) {
    const rows = text.toUpperCase().split("/").map((row) => row.match(/\[[^\]]+\]|./g));
    this.rows = rows.length;
    this.cols = Math.max(...rows.map((row) => row.length));
    this.tiles = rows.flatMap((row, y) =>
      row.map((sign, x) => ({ cell: y * this.cols + x, x, y, letters: sign.replace(/[[\]]/g, "") })),
    ).filter((tile) => tile.letters !== ".");
  }

  // The tile whose middle lies nearest, if its circle of that radius is hit.
  tileAt({ x, y }, radius) {
    const distance = (tile) => Math.hypot(tile.x - x, tile.y - y);
    const nearest = this.tiles.reduce((best, tile) => (distance(tile) < distance(best) ? tile : best));
    return distance(nearest) <= radius ? nearest : null;
  }
}

// A finger's way over the board. Only a neighbour that was not used yet comes next; all else is passed over.
export class Trace {
  tiles = [];

  meet(tile) {
    if (!tile || this.tiles.includes(tile)) return;
    const last = this.tiles.at(-1);
    if (last && Math.max(Math.abs(last.x - tile.x), Math.abs(last.y - tile.y)) > 1) return;
    this.tiles.push(tile);
  }

  get word() {
    return this.tiles.map((tile) => tile.letters).join("");
  }
}
