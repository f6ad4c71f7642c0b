import { getDocumentProxy } from 'unpdf'

type Reader = Awaited<ReturnType<typeof getDocumentProxy>>

export interface ReadPage {
  readonly text: string
  readonly tags: readonly string[]
  readonly alts: readonly string[]
  readonly links: readonly { readonly url: string | null; readonly page: number | null }[]
}

export interface ReadBookmark {
  readonly title: string
  readonly page: number
  readonly children: readonly ReadBookmark[]
}

export interface ReadPdf {
  readonly pages: readonly ReadPage[]
  readonly text: string
  readonly title: string
  readonly language: string
  readonly bookmarks: readonly ReadBookmark[]
}

/** Reads a finished file like a PDF reader. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const reader = await getDocumentProxy(Uint8Array.from(bytes))
  const pages: ReadPage[] = []
  for (let number = 1; number <= reader.numPages; number += 1) pages.push(await readPage(reader, number))
  const info = (await reader.getMetadata()).info as { Title?: string; Language?: string }
  const bookmarks = await readBookmarks(reader, (await reader.getOutline()) ?? [])
  await reader.cleanup()
  return {
    pages,
    text: pages.map(({ text }) => text).join('\n'),
    title: info.Title ?? '',
    language: info.Language ?? '',
    bookmarks,
  }
}

async function readPage(reader: Reader, number: number): Promise<ReadPage> {
  const page = await reader.getPage(number)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  const tree = flatten((await page.getStructTree()) as StructNode | null)
  const annotations = (await page.getAnnotations()) as readonly Annotation[]
  const links = await Promise.all(
    annotations.map(async ({ url, dest }) => ({
      url: url ?? null,
      page: await pageOf(reader, dest ?? null),
    })),
  )
  return {
    text,
    tags: tree.flatMap(({ role }) => (role ? [role] : [])),
    alts: tree.flatMap(({ alt }) => (alt ? [alt] : [])),
    links,
  }
}

interface Annotation {
  readonly url?: string
  readonly dest?: string
}

interface StructNode {
  readonly role?: string
  readonly alt?: string
  readonly children?: readonly StructNode[]
}

function flatten(node: StructNode | null): readonly StructNode[] {
  return node ? [node, ...(node.children ?? []).flatMap(flatten)] : []
}

/** Counted from 1. */
async function pageOf(reader: Reader, place: string | readonly unknown[] | null): Promise<number | null> {
  const target = typeof place === 'string' ? await reader.getDestination(place) : place
  const page = target?.[0] as Parameters<Reader['getPageIndex']>[0] | undefined
  return page ? (await reader.getPageIndex(page)) + 1 : null
}

type Outline = Awaited<ReturnType<Reader['getOutline']>>

async function readBookmarks(reader: Reader, outline: Outline): Promise<readonly ReadBookmark[]> {
  return Promise.all(
    outline.map(async ({ title, dest, items }) => ({
      title,
      page: (await pageOf(reader, dest)) ?? 0,
      children: await readBookmarks(reader, items as Outline),
    })),
  )
}
