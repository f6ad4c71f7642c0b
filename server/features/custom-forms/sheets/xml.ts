import sax, { type Tag } from 'sax'
import { ContentTooLarge, type ReadPart } from './zip-parts.ts'

/** Elements within elements; a spreadsheet has about ten. */
const deepest = 100
/** Of one element; a spreadsheet's have ten at most. */
const mostAttributes = 200

/** Names come without their prefix: writers choose prefixes as they like. */
export interface XmlHandlers {
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Reads a part as XML while it is unpacked. A handler that throws stops both. */
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

/** The format allows these three and no other. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
