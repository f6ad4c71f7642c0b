import { arrayObject, referenceTo, reserveObject, stringObject, writeObject } from './objects.ts'
import { currentPage, type Pdf } from './pdfkit-adapter.ts'
import type { Struct, StructOptions } from './structure.ts'

/**
 * Assigns everything that `draw` adds to the current page to the element. Call again for each further page.
 */
export function marked(pdf: Pdf, owner: Struct, type: string, draw: () => void): void {
  pdf.addContent(`/${type} <</MCID ${owner.takeContent()}>> BDC`)
  draw()
  pdf.addContent('EMC')
}

/** Adds an element and draws its content. */
export function tagged(
  pdf: Pdf,
  parent: Struct,
  type: string,
  draw: () => void,
  options?: StructOptions,
): void {
  const made = parent.child(type, options)
  marked(pdf, made, type, draw)
  made.end()
}

/** Draws decoration that screen readers skip. */
export function artifact(pdf: Pdf, draw: () => void): void {
  pdf.addContent('/Artifact <</Type /Layout>> BDC')
  draw()
  pdf.addContent('EMC')
}

/** Draws a page's header or footer. */
export function pagination(pdf: Pdf, edge: 'Top' | 'Bottom', draw: () => void): void {
  pdf.addContent(`/Artifact <</Type /Pagination /Attached [/${edge}]>> BDC`)
  draw()
  pdf.addContent('EMC')
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Makes an area of the current page clickable, as part of the link element. */
export function linkArea(
  pdf: Pdf,
  link: Struct,
  { x, y, width, height }: Area,
  target: { url: string } | { name: string },
  says: string,
): void {
  const page = currentPage(pdf)
  const id = reserveObject(pdf)
  const rect = arrayObject([x, page.height - y - height, x + width, page.height - y])
  const leads =
    'url' in target
      ? `<</S /URI /URI ${stringObject(target.url)}>>`
      : `<</S /GoTo /D ${stringObject(target.name)}>>`
  const look = `/Type /Annot /Subtype /Link /Rect ${rect} /Border [0 0 0] /F 4`
  const known = `/Contents ${stringObject(says)} /StructParent ${link.takeAnnotation(id)}`
  page.annotations.push(referenceTo(id))
  writeObject(pdf, id, `<<${look} ${known} /A ${leads}>>`)
}

export function destination(pdf: Pdf, name: string, top: number): void {
  pdf.addNamedDestination(name, 'XYZ', 0, Math.max(0, Math.min(top, currentPage(pdf).height)), null)
}
