import sax, { type Tag } from 'sax'
import { ContentTooLarge, type ReadPart } from './zip-parts.ts'

/** Maximum depth; a spreadsheet has about ten levels. */
const deepest = 100
/** Maximum attributes of an element; spreadsheets have at most ten. */
const mostAttributes = 200

/** Names have no prefix, since writers choose prefixes freely. */
export interface XmlHandlers {
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Parses a part as XML while it is unpacked. A handler that throws stops both. */
export async function readXml(part: ReadPart, { open, text, close }: XmlHandlers): Promise<void> {
  const xml = sax.parser(true, { position: false })
  xml.onerror = (error) => {
    throw error
  }
  let [depth, attributes] = [0, 0]
  xml.onattribute = () => {
    attributes += 1
    if (attributes > mostAttributes) throw new ContentTooLarge()
  }
  xml.onopentag = (tag) => {
    depth += 1
    attributes = 0
    if (depth > deepest) throw new ContentTooLarge()
    open?.(withoutPrefix(tag.name), (name) => attributeOf((tag as Tag).attributes, name))
  }
  xml.ontext = (piece) => text?.(piece)
  xml.oncdata = (piece) => text?.(piece)
  xml.onclosetag = (name) => {
    depth -= 1
    close?.(withoutPrefix(name))
  }
  let decoder: InstanceType<typeof TextDecoder> | null = null
  await part((piece) => {
    decoder ??= new TextDecoder(encodingOf(piece))
    xml.write(decoder.decode(piece, { stream: true }))
  })
  xml.close()
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function attributeOf(attributes: Readonly<Record<string, string>>, wanted: string): string | undefined {
  const name = Object.keys(attributes).find((one) => withoutPrefix(one) === wanted)
  return name === undefined ? undefined : attributes[name]
}

/** The format allows only these three. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
