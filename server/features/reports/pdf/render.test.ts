import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPdf } from '#server/testing/read-pdf.ts'
import { renderInProcess } from './testing/draw.ts'
import { aFigure, aPart, aPhoto, aReport, aRow, aSection } from './testing/sample-report.ts'

async function read(...given: Parameters<typeof renderInProcess>) {
  return readPdf((await renderInProcess(...given)).bytes)
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => aRow(`Field ${index}`, `Value ${index}`))

test('the cover has the survey’s name, people, dates and attachments', async () => {
  const { pages, title, language } = await read(aReport())
  expect(pages).toHaveLength(1)
  const text = pages[0]?.text ?? ''
  for (const fact of [
    'Fieldbook',
    'Maple Court & <Annex>',
    'Harrington Property Group',
    'Dana Whitfield',
    'Property and wiring survey',
    '10/04/2026',
    '11/20/2026',
    '42% completed',
    '3 photos · 1 video',
    'Page 1 of 1',
  ])
    expect(text).toContain(fact)
  expect(title).toBe('Maple Court & <Annex>')
  expect(language).toBe('en-US')
})

test('in the evening on the west coast the report has that day’s date, on its cover and on every page', async () => {
  const lastEdited = '2026-11-21T05:30:00Z'
  const report = { ...aReport(), createdAt: '2026-10-05T03:30:00Z', lastEdited }
  const west = await read({ ...report, timeZone: 'America/Los_Angeles' })
  for (const fact of ['10/04/2026', '11/20/2026', 'Time zone', 'Pacific Time'])
    expect(west.pages[0]?.text).toContain(fact)
  const unsaid = await read(report)
  for (const fact of ['10/05/2026', '11/21/2026', 'Time zone', 'UTC'])
    expect(unsaid.pages[0]?.text).toContain(fact)
})

test('contents, links and bookmarks all lead to the page with the heading', async () => {
  const sections = ['Alpha', 'Beta', 'Gamma'].map((name) =>
    aSection(name, aPart(`${name} 1`, ...many(40)), aPart(`${name} 2`, ...many(9))),
  )
  const { pages, bookmarks } = await read(aReport(...sections))
  const headings = ['Alpha', 'Alpha 1', 'Alpha 2', 'Beta', 'Beta 1', 'Beta 2', 'Gamma', 'Gamma 1', 'Gamma 2']
  const printed = headings.map((name) =>
    Number(pages[1]?.text.match(new RegExp(`${name} +(\\d+)(\\n|$)`))?.[1]),
  )
  const real = headings.map((name) => 1 + pages.findIndex(({ text }, at) => at > 1 && isHeading(text, name)))
  expect(printed).toEqual(real)
  expect(new Set(real).size).toBeGreaterThan(3)
  expect(pages[1]?.links.map(({ page }) => page)).toEqual(real)
  const listed = bookmarks.flatMap(({ title, page, children }) => [{ title, page }, ...children])
  expect(listed.map(({ title }) => title)).toEqual(headings)
  expect(listed.map(({ page }) => page)).toEqual(real)
})

/** Returns whether the name is on a line of its own. */
const isHeading = (text: string, name: string) => text.split('\n').some((line) => line.trim() === name)

test('contents may take several pages, and every page has its number and the total', async () => {
  const parts = Array.from({ length: 120 }, (_, index) =>
    aPart(`Unit ${index + 1}`, aRow('Floor', `${index}`)),
  )
  const { pages } = await read(aReport(aSection('Unit', ...parts)))
  expect(pages.filter(({ tags }) => tags.includes('TOCI')).length).toBeGreaterThan(2)
  pages.forEach(({ text }, index) => {
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(text).toContain('11/21/2026')
  })
  expect(pages.at(-1)?.text).toContain('Maple Court & <Annex> · Unit')
})

test('a value of 300 lines and an endless word flow over pages without losing anything', async () => {
  const log = Array.from({ length: 300 }, (_, index) => `entry ${index}.`)
  const { pages, text } = await read(
    aReport(aSection('Log', aPart(null, aRow('Log', log.join('\n')), aRow('Serial', 'Q'.repeat(2000))))),
  )
  expect(pages.length).toBeGreaterThan(7)
  for (const line of log) expect(text).toContain(line)
  expect(text.match(/Q/g)).toHaveLength(2000)
  expect(text).toContain('Log (continued)')
})

test('shows a dash for an empty value and a note for an empty section', async () => {
  const { text } = await read(aReport(aSection('A', aPart(null, aRow('Gate code', '  '))), aSection('B')))
  expect(text).toMatch(/Gate code\s+–/)
  expect(text).toContain('Nothing was recorded in this section.')
})

test('photos go in unchanged, with number and caption; a missing one says so', async () => {
  const photos = { 'photo-1': await aPhoto(400, 300), 'photo-2': await aPhoto(300, 400) }
  const figures = [aFigure(1, 'photo', 'Front door'), aFigure(2), aFigure(3, 'photo', 'Lost')]
  const document = aReport(aSection('A', aPart(null, aRow('Views', '', figures), aRow('Next', 'goes on'))))
  const { bytes } = await renderInProcess(document, { photos })
  for (const { bytes: jpeg } of Object.values(photos)) expect(bytes.includes(Buffer.from(jpeg))).toBe(true)
  const { pages, text } = await readPdf(bytes)
  for (const said of [
    'Photo 1 · Front door',
    'Photo 2',
    'Photo 3 · Lost',
    'The picture is not available.',
    'goes on',
  ])
    expect(text).toContain(said)
  expect(pages.flatMap(({ alts }) => alts)).toEqual(['Photo 1 · Front door', 'Photo 2', 'Photo 3 · Lost'])
})

test('draws a signature’s strokes, with the signer as alternative text', async () => {
  const signed = (name: string, path: string) => ({
    ...aRow(`Signed ${name}`, `Signed by ${name}`),
    signature: { name, path },
  })
  const rows = [
    signed('Dana Reed', 'M10 10L300 190L590 10M20 20L20 20'),
    signed('Lee', ''),
    aRow('Next', 'on'),
  ]
  const { pages, text } = await read(aReport(aSection('A', aPart(null, ...rows))))
  expect(pages.flatMap(({ alts }) => alts)).toEqual(['Signature of Dana Reed'])
  for (const said of ['Signed by Dana Reed', 'Signed by Lee', 'Next']) expect(text).toContain(said)
})

test('treats bytes that are not a picture like a missing photo', async () => {
  const photos = { 'photo-1': { bytes: Buffer.from('GIF89a not a jpeg'), width: 10, height: 10 } }
  const { text } = await read(aReport(aSection('A', aPart(null, aRow('View', '', [aFigure(1)])))), { photos })
  expect(text).toContain('The picture is not available.')
})

test('a caption stays on the page of its photo', async () => {
  const photos = Object.fromEntries(
    await Promise.all(
      Array.from({ length: 13 }, async (_, i) => [`photo-${i}`, await aPhoto(300, 300 + i)] as const),
    ),
  )
  const rows = Array.from({ length: 13 }, (_, index) =>
    aRow(`Row ${index}`, 'text', [aFigure(index, 'photo', `caption ${index}`)]),
  )
  const { pages } = await read(aReport(aSection('A', aPart(null, ...rows))), { photos })
  for (const { text, alts } of pages) {
    const captions = [...text.matchAll(/Photo (\d+) · caption \1/g)].map(([all]) => all)
    expect(alts).toEqual(captions)
    // The row's label stays on the same page too.
    for (const [, number] of text.matchAll(/Row (\d+)/g))
      expect(alts).toContain(`Photo ${number} · caption ${number}`)
  }
})

test('a video is a link if there is an address, else its caption', async () => {
  const document = aReport(aSection('A', aPart(null, aRow('Walk', '', [aFigure(1, 'video', 'North wall')]))))
  const linked = await read(document, { videoUrl: 'https://example.org/v?a=1&b=(2)' })
  expect(linked.pages.at(-1)?.links).toEqual([{ url: 'https://example.org/v?a=1&b=(2)', page: null }])
  const plain = await read(document)
  expect(plain.pages.at(-1)?.links).toEqual([])
  expect(plain.text).toContain('Video 1 · North wall')
})

test('the file is tagged for screen readers', async () => {
  const figures = [aFigure(1, 'photo', 'Door'), aFigure(1, 'video')]
  const document = aReport(aSection('A', aPart('A 1', aRow('View', 'x', figures))))
  const { bytes } = await renderInProcess(document, {
    photos: { 'photo-1': await aPhoto() },
    videoUrl: 'https://e.org',
  })
  const { pages } = await readPdf(bytes)
  const tags = new Set(pages.flatMap((page) => page.tags))
  for (const tag of [
    'Document',
    'Sect',
    'TOC',
    'TOCI',
    'Link',
    'H1',
    'H2',
    'Table',
    'TR',
    'TH',
    'TD',
    'Figure',
    'Caption',
  ])
    expect(tags).toContain(tag)
  expect(bytes.includes('/Marked true')).toBe(true)
  expect(bytes.includes('pdfuaid:part')).toBe(true)
  expect(bytes.includes('<rdf:li xml:lang="x-default">Maple Court &amp; &lt;Annex&gt;</rdf:li>')).toBe(true)
})

test('tolerates a missing font folder and files that are not fonts', async () => {
  const fontDir = await mkdtemp(join(tmpdir(), 'report-fonts-'))
  await writeFile(join(fontDir, 'broken.ttf'), 'no font')
  const document = aReport(aSection('A', aPart(null, aRow('Linear B', 'x \u{10000} y'))))
  const drawn = await renderInProcess(document, { fontDir })
  await rm(fontDir, { recursive: true })
  expect(drawn.missing).toEqual(['\u{10000}'])
  expect((await renderInProcess(document, { fontDir })).missing).toEqual(['\u{10000}'])
})

test('a caption longer than its photo continues below it', async () => {
  const caption = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')
  const document = aReport(aSection('A', aPart(null, aRow('View', '', [aFigure(1, 'photo', caption)]))))
  const { text } = await read(document, { photos: { 'photo-1': await aPhoto() } })
  for (const word of caption.split(' ')) expect(text).toContain(word)
})

test('floor plans are a chapter with numbered pins, whose legend links to the parts', async () => {
  const parts = Array.from({ length: 130 }, (_, n) => aPart(`Unit ${n + 1}`, aRow('Floor', `${n}`)))
  const pins = parts.map((part, n) => ({
    number: n + 1,
    mark: String(n + 1),
    x: (n % 12) / 12,
    y: n / 130,
    sectionId: 'section-Unit',
    partId: part.id,
    name: part.heading ?? '',
    within: '',
    target: n === 3 ? null : `part-${part.id}`,
  }))
  const document = {
    ...aReport(aSection('Unit', ...parts)),
    plans: [
      { planId: 'plan-1', name: 'Level 1', pins },
      { planId: 'plan-2', name: 'Roof', pins: [] },
    ],
  }
  const { pages, bookmarks } = await read(document, { photos: { 'plan-1': await aPhoto(1200, 800) } })
  const first = pages.findIndex(({ text }) => isHeading(text, 'Floor plans') && !isHeading(text, 'Contents'))
  const chapter = pages.slice(first, pages.findIndex(({ text }) => isHeading(text, 'Roof')) + 1)
  expect(bookmarks[0]).toMatchObject({
    title: 'Floor plans',
    page: first + 1,
    children: [{ title: 'Level 1', page: first + 1 }, { title: 'Roof' }],
  })
  expect(chapter[0]?.alts[0]).toMatch(/^Floor plan Level 1\. 1: Unit 1; 2: Unit 2; .*130: Unit 130$/)
  // On the first page, each legend line's link is followed by the link of its pin.
  const firsts = chapter[0]?.links ?? []
  expect(firsts.filter((_, n) => n % 2 === 0)).toEqual(firsts.filter((_, n) => n % 2 === 1))
  const links = [...firsts.filter((_, n) => n % 2 === 0), ...chapter.slice(1).flatMap((page) => page.links)]
  expect(links).toHaveLength(129)
  for (const [n, link] of links.entries()) {
    const name = `Unit ${n < 3 ? n + 1 : n + 2}`
    expect(isHeading(pages[(link.page ?? 0) - 1]?.text ?? '', name)).toBe(true)
  }
  const text = chapter.map((page) => page.text).join('\n')
  expect(text).toContain(`Unit 130 ${links.at(-1)?.page}`)
  expect(chapter.at(-1)?.text).toContain('The picture is not available.')
  expect(pages[1]?.text).toContain('Roof')
  expect(chapter.flatMap(({ tags }) => tags)).toEqual(
    expect.arrayContaining(['Figure', 'L', 'LI', 'Lbl', 'LBody', 'Link']),
  )
})

test('pins are marked with identities, and the legend adds the section', async () => {
  const parts = ['203', 'Penthouse, west terrace'].map((name) => aPart(name, aRow('Floor', '2')))
  const pins = parts.map((part, n) => ({
    number: n + 1,
    mark: ['203', 'Penthouse, we…'][n] ?? '',
    x: 0.5,
    y: 0.5,
    sectionId: 'section-Unit Survey',
    partId: part.id,
    name: part.heading ?? '',
    within: 'Unit Survey',
    target: `part-${part.id}`,
  }))
  const document = {
    ...aReport(aSection('Unit Survey', ...parts)),
    plans: [{ planId: 'plan-1', name: 'Level 2', pins }],
  }
  const { pages } = await read(document, { photos: { 'plan-1': await aPhoto(1200, 800) } })
  const plan = pages.find(({ alts }) => alts.length > 0)
  expect(plan?.alts[0]).toBe('Floor plan Level 2. 203: Unit Survey; Penthouse, we…: Penthouse, west terrace')
  expect(plan?.text).toMatch(/203 Unit Survey \d/)
  expect(plan?.text).toMatch(/Penthouse, we… Penthouse, west terrace \d/)
  // One for the legend line, one for the mark on the plan.
  expect(plan?.links).toHaveLength(4)
})
