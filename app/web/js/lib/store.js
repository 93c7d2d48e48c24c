/** What a person typed and chose, kept across reloads: small values at hand, pictures in the browser's own store. */

const PREFIX = "tilewise.";

/**
 * An object whose values are kept under a name.
 *
 * Values come from an address, an earlier version of the page or somebody's hands, too: those of another kind than
 * the usual one, and those that their rule turns down, are left out.
 *
 * @template {object} T
 * @param {string} name
 * @param {T} usual
 * @param {Partial<Record<keyof T, (value: any) => boolean>>} [rules]
 * @param {() => void} [onelsewhere]  when given, what another tab keeps is taken over, and this is told
 * @returns {T & {save(changes: Partial<T>): void}}
 */
export function kept(name, usual, rules = {}, onelsewhere) {
  const isGood = ([key, value]) => Object.hasOwn(usual, key) && isLike(value, usual[key]) && (rules[key]?.(value) ?? true);
  const good = (values) => Object.fromEntries(Object.entries(values).filter(isGood));
  const state = { ...usual, ...good(read(name)) };
  const save = (changes) => {
    Object.assign(state, good(changes));
    write(name, state);
  };
  const heard = ({ key }) => key === PREFIX + name && [Object.assign(state, good(read(name))), onelsewhere()];
  if (onelsewhere) addEventListener("storage", heard);
  return Object.defineProperty(state, "save", { value: save });
}

/** Rules for what is kept. */
export const among = (choices) => (value) => choices.includes(value);
export const between = (least, most) => (value) => Number.isInteger(value) && value >= least && value <= most;

function isLike(value, usual) {
  return usual === null || (typeof value === typeof usual && value !== null && Array.isArray(value) === Array.isArray(usual));
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "{}") ?? {};
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

/** What was given since the page was loaded: browsers may keep nothing. @type {string | undefined} */
let given;
/** The API key, kept for this tab only; "" when there is none. */
export const key = {
  get: () => (given ?? storedKey()).replaceAll(/[^!-~]/g, ""), // no request could carry other signs
  set: (value) => {
    given = value;
    try {
      sessionStorage.setItem(`${PREFIX}key`, value);
    } catch {
      // The store is full or closed: the key is there until the page goes away.
    }
  },
};

function storedKey() {
  try {
    return sessionStorage.getItem(`${PREFIX}key`) ?? "";
  } catch {
    return "";
  }
}

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

/**
 * The last picture of a view. What was read in it is kept elsewhere, and another tab may have put another picture
 * here: only the one with the given name belongs to it.
 */
export const lastPicture = {
  /** @returns {Promise<Blob | undefined>} */
  get: async (view, name) => {
    const stored = name && (await inPictures("readonly", (store) => store.get(view)));
    return stored?.name === name ? stored?.picture : undefined;
  },
  /** @returns {string} its name */
  set: (view, picture) => {
    const name = crypto.randomUUID?.() ?? String(Math.random()); // the former only with TLS or on one's own machine
    inPictures("readwrite", (store) => store.put({ name, picture }, view));
    return name;
  },
};

/** The last pack of levels: a `Blob`, or undefined. */
export const lastPack = {
  get: () => inPictures("readonly", (store) => store.get("levels.pack")),
  set: (file) => inPictures("readwrite", (store) => store.put(file, "levels.pack")),
};
