import { expect, test } from 'vitest'
import { readPdf } from '#server/testing/read-pdf.ts'
import { renderInProcess } from './testing/draw.ts'
import { aFigure, aPart, aPhoto, aReport, aRow, aSection } from './testing/sample-report.ts'

test('a value that continues over pages belongs to its cell on each of them', async () => {
  const log = Array.from({ length: 200 }, (_, index) => `entry ${index}.`).join('\n')
  const { bytes } = await renderInProcess(aReport(aSection('Log', aPart(null, aRow('Log', log)))))
  const { pages } = await readPdf(bytes)
  const read = pages.filter(({ text }) => /entry \d/.test(text))
  expect(read.length).toBeGreaterThan(3)
  for (const { tags } of read) expect(tags.filter((tag) => tag === 'TD')).toHaveLength(1)
})

test('alternative text keeps every character', async () => {
  const captions = ['North (wall) \\ (', 'Größe · 3 m²', 'قبل ‏البيت', '望楼', '🏚️ 👍🏽', 'two\nlines']
  const photo = await aPhoto()
  const photos = Object.fromEntries(captions.map((_, index) => [`photo-${index}`, photo]))
  const figures = captions.map((caption, index) => aFigure(index, 'photo', caption))
  const document = aReport(aSection('A', aPart(null, aRow('Views', '', figures))))
  const { pages } = await readPdf((await renderInProcess(document, { photos })).bytes)
  expect(pages.flatMap(({ alts }) => alts)).toEqual(
    captions.map((caption, index) => `Photo ${index} · ${caption}`),
  )
})

test('headings in any script can be linked to', async () => {
  const names = ['Plain', 'A (b) \\ c', 'Über', '望楼', 'قبل', '🏚️']
  const sections = names.map((name) => aSection(name, aPart(null, aRow('Floor', '1'))))
  const { pages, bookmarks } = await readPdf((await renderInProcess(aReport(...sections))).bytes)
  const links = pages[1]?.links.map(({ page }) => page) ?? []
  expect(bookmarks.map(({ title }) => title)).toEqual(names)
  expect(links).toEqual(bookmarks.map(({ page }) => page))
  expect(links.every((page) => (page ?? 0) > 2)).toBe(true)
})
