import { arrayObject, reserveObject, stringObject, Verbatim, writeObject } from './objects.ts'
import type { Page, Pdf } from './pdfkit-adapter.ts'

export interface StructOptions {
  readonly alt?: string
  readonly scope?: 'Row' | 'Column'
  readonly bbox?: readonly [left: number, top: number, right: number, bottom: number]
}

/** Undeclared members of PDFKit: the structure tree's root, and keys for pages and annotations. */
interface Inside {
  readonly page: NumberedPage
  getStructTreeRoot(): { readonly data: { K?: unknown; readonly ParentTree: ParentTree } }
  createStructParentTreeNextKey(): number
}

type NumberedPage = Page & { readonly structParentTreeKey: number }

interface ParentTree {
  add(key: number, owners: unknown): void
}

const reference = (id: number) => `${id} 0 R`

/** State shared by the elements of one file: the owner of each page's contents, by content number. */
interface Tree {
  readonly pdf: Pdf
  readonly inside: Inside
  readonly owners: WeakMap<Page, number[]>
}

/** Creates the root element. */
export function openStructure(pdf: Pdf, type: string): Struct {
  const inside = pdf as unknown as Inside
  const root = inside.getStructTreeRoot()
  const made = new Struct({ pdf, inside, owners: new WeakMap() }, null, type, String(root), '')
  root.data.K = [new Verbatim(() => reference(made.id))]
  return made
}

/**
 * An element of the structure tree, which screen readers use (ISO 32000-1, 14.7). It is written when it ends,
 * so it needs no memory afterwards.
 */
export class Struct {
  readonly id: number
  readonly #tree: Tree
  readonly #parent: Struct | null
  readonly #type: string
  readonly #above: string
  readonly #attributes: string
  readonly #kids: string[] = []
  readonly #open = new Set<Struct>()
  /** Page of its first content; content on other pages names its page. */
  #page: Page | null = null
  #ended = false

  constructor(tree: Tree, parent: Struct | null, type: string, above: string, attributes: string) {
    this.id = reserveObject(tree.pdf)
    this.#tree = tree
    this.#parent = parent
    this.#type = type
    this.#above = above
    this.#attributes = attributes
  }

  /** Appends a child element. */
  child(type: string, options: StructOptions = {}): Struct {
    if (this.#ended) throw new Error('the element has ended')
    const attributes = attributesOf(options, this.#tree.inside.page)
    const made = new Struct(this.#tree, this, type, reference(this.id), attributes)
    this.#open.add(made)
    this.#kids.push(reference(made.id))
    return made
  }

  /** Assigns the page's next content to this element and returns its number on the page. */
  takeContent(): number {
    const { page } = this.#tree.inside
    const number = this.#ownersOf(page).push(this.id) - 1
    this.#page ??= page
    const own = this.#page === page
    this.#kids.push(own ? String(number) : `<</Type /MCR /Pg ${page.dictionary} /MCID ${number}>>`)
    return number
  }

  /** Assigns an annotation of the current page to this element and returns its key in the tree. */
  takeAnnotation(annotation: number): number {
    const { inside } = this.#tree
    const key = inside.createStructParentTreeNextKey()
    inside.getStructTreeRoot().data.ParentTree.add(key, new Verbatim(() => reference(this.id)))
    this.#kids.push(`<</Type /OBJR /Obj ${reference(annotation)} /Pg ${inside.page.dictionary}>>`)
    return key
  }

  /** Ends and writes this element and its open children. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    for (const below of this.#open) below.end()
    const page = this.#page ? ` /Pg ${this.#page.dictionary}` : ''
    const start = `<</S /${this.#type} /P ${this.#above}${this.#attributes}${page}`
    writeObject(this.#tree.pdf, this.id, `${start} /K [${this.#kids.join(' ')}]>>`)
    if (this.#parent) this.#parent.#open.delete(this)
  }

  #ownersOf(page: NumberedPage): number[] {
    const { owners, inside } = this.#tree
    const known = owners.get(page)
    if (known) return known
    const made: number[] = []
    owners.set(page, made)
    const parents = new Verbatim(() => `[${made.map(reference).join(' ')}]`)
    inside.getStructTreeRoot().data.ParentTree.add(page.structParentTreeKey, parents)
    return made
  }
}

function attributesOf({ alt, scope, bbox }: StructOptions, { height }: Page): string {
  const spoken = alt ? ` /Alt ${stringObject(alt)}` : ''
  const column = scope ? ` /A <</O /Table /Scope /${scope}>>` : ''
  if (!bbox) return spoken + column
  const [left, top, right, bottom] = bbox
  const box = arrayObject([left, height - bottom, right, height - top])
  return `${spoken} /A <</O /Layout /Placement /Block /BBox ${box}>>`
}
