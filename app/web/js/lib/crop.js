/** The part of a picture that is shown: where something was read, and a little around it. */

/**
 * @param {{box: [number, number, number, number]}[]} seen  cells: left, top, width and height, in pixels
 * @param {number} margin  shown on each side, as a share of the shorter one
 * @param {{width?: number, height?: number}} [picture]  beyond which nothing is shown, where it is known
 * @returns {{x: number, y: number, width: number, height: number}}
 */
export function cropOf(seen, margin, { width = Infinity, height = Infinity } = {}) {
  const left = Math.min(...seen.map(({ box }) => box[0]));
  const top = Math.min(...seen.map(({ box }) => box[1]));
  const right = Math.max(...seen.map(({ box }) => box[0] + box[2]));
  const bottom = Math.max(...seen.map(({ box }) => box[1] + box[3]));
  const around = margin * Math.min(right - left, bottom - top);
  const [x, y] = [Math.max(left - around, 0), Math.max(top - around, 0)];
  return { x, y, width: Math.min(right + around, width) - x, height: Math.min(bottom + around, height) - y };
}
