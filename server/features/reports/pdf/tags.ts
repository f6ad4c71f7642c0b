import type { Content, Pdf, Struct } from './kit.ts'
import { currentPage, pdfText } from './kit.ts'

export interface TagOptions {
  readonly title?: string
  readonly lang?: string
  readonly alt?: string
  readonly scope?: 'Row' | 'Column'
  readonly bbox?: readonly [left: number, top: number, right: number, bottom: number]
}

/** A new element under `parent`; end it when nothing more comes, so that it need not be kept in memory. */
export function element(pdf: Pdf, parent: Struct, type: string, options: TagOptions = {}): Struct {
  const made = pdf.struct(type as 'P', options)
  parent.add(made)
  return made
}

/** What `draw` puts on the current page belongs to the element. Call again for what follows on the next page. */
export function marked(pdf: Pdf, owner: Struct, type: string, draw: () => void): void {
  const content: Content = pdf.markStructureContent(type)
  draw()
  pdf.endMarkedContent()
  owner.add(content)
}

/** An element that is drawn at once. */
export function tagged(pdf: Pdf, parent: Struct, type: string, draw: () => void, options?: TagOptions): void {
  const made = element(pdf, parent, type, options)
  marked(pdf, made, type, draw)
  made.end()
}

/** Decoration that a screen reader passes over. */
export function artifact(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  draw()
  pdf.endMarkedContent()
}

/** Header or footer of a page. */
export function pagination(pdf: Pdf, edge: 'Top' | 'Bottom', draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Pagination', attached: [edge] })
  draw()
  pdf.endMarkedContent()
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Makes an area of the current page clickable, as part of the Link element. */
export function linkArea(
  pdf: Pdf,
  link: Struct,
  area: Area,
  target: { url: string } | { name: string },
  says: string,
) {
  const options = { structParent: link, Contents: pdfText(says) }
  const { x, y, width, height } = area
  if ('url' in target) pdf.link(x, y, width, height, target.url, options)
  else pdf.goTo(x, y, width, height, target.name, options)
}

export function destination(pdf: Pdf, name: string, top: number): void {
  pdf.addNamedDestination(name, 'XYZ', 0, Math.max(0, Math.min(top, currentPage(pdf).height)), null)
}
