/** What a person typed and chose, kept across reloads: small values at hand, pictures in the browser's own store. */

const PREFIX = "tilewise.";

/**
 * An object whose values are kept under a name.
 *
 * @template {object} T
 * @param {string} name
 * @param {T} defaults
 * @returns {T & {save(changes: Partial<T>): void}}
 */
export function kept(name, defaults) {
  const state = { ...defaults, ...read(name) };
  const save = (changes) => {
    Object.assign(state, changes);
    write(name, Object.fromEntries(Object.keys(defaults).map((key) => [key, state[key]])));
  };
  return Object.defineProperty(state, "save", { value: save });
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "{}");
  } catch {
    return {};
  }
}

function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The store is full or closed: the page works all the same, and forgets.
  }
}

/** The API key, kept for this tab only. */
export const key = {
  get: () => sessionStorage.getItem(`${PREFIX}key`) ?? "",
  set: (value) => sessionStorage.setItem(`${PREFIX}key`, value),
};

let opened;
function pictures() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tilewise", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("pictures");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function inPictures(mode, action) {
  try {
    const store = (await pictures()).transaction("pictures", mode).objectStore("pictures");
    const request = action(store);
    return await new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch {
    return undefined; // private windows may have no such store
  }
}

/** The last picture of a view: a `Blob`, or undefined. */
export const lastPicture = {
  get: (view) => inPictures("readonly", (store) => store.get(view)),
  set: (view, blob) => inPictures("readwrite", (store) => store.put(blob, view)),
  forget: (view) => inPictures("readwrite", (store) => store.delete(view)),
};

/** The last pack of levels: a `Blob`, or undefined. */
export const lastPack = {
  get: () => lastPicture.get("levels.pack"),
  set: (file) => lastPicture.set("levels.pack", file),
};
