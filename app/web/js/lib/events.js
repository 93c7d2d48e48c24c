/** Server-sent events out of a response's body; `EventSource` cannot send the key. */

/**
 * @param {ReadableStream<Uint8Array> | null} body
 * @returns {AsyncGenerator<{event: string, data: string, id: string}>}
 */
export async function* eventsOf(body) {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parsed(block);
        if (event.data) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** One block of lines; comments keep the line open and mean nothing. */
function parsed(block) {
  const event = { event: "message", data: "", id: "" };
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^(\w*):? ?(.*)$/.exec(line) ?? ["", "", ""];
    if (name === "data") data.push(value);
    else if (name === "event" || name === "id") event[name] = value;
  }
  event.data = data.join("\n");
  return event;
}
