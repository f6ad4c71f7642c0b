/** About 64 KiB per chunk. */
const pieceLength = 64 * 1024

/**
 * Yields the output of `JSON.stringify` in chunks, so that a reply of many megabytes never exists as one
 * string. Objects without nested objects are written whole.
 */
export function* jsonPieces(root: unknown): Generator<string> {
  const open: Frame[] = []
  let text = ''
  const begin = (value: unknown) => {
    if (!isDeep(value)) text += JSON.stringify(value) ?? 'null'
    else {
      const frame = frameOf(value)
      text += frame.isList ? '[' : '{'
      open.push(frame)
    }
  }
  begin(root)
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    const entry = frame.entries[frame.next++]
    if (!entry) {
      text += frame.isList ? ']' : '}'
      open.pop()
    } else {
      if (frame.next > 1) text += ','
      if (!frame.isList) text += `${JSON.stringify(entry[0])}:`
      begin(entry[1])
    }
    if (text.length >= pieceLength) {
      yield text
      text = ''
    }
  }
  if (text !== '') yield text
}

interface Frame {
  readonly isList: boolean
  readonly entries: readonly (readonly [string, unknown])[]
  next: number
}

function frameOf(value: object): Frame {
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  return { isList, next: 0, entries: isList ? entries : entries.filter(([, one]) => one !== undefined) }
}

function isDeep(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false
  for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) return true
  return false
}
