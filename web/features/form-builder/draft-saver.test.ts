import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { changeField, rename } from '#survey/builder/edit-fields.ts'
import { Builder } from './builder.ts'
import type { FormServer, SaveResult, ServerDraft } from './form-server.ts'
import type { StoredDraft } from './stored-draft.ts'

const form: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closets',
  sections: [{ key: 'closet', name: 'Closet', fields: [{ key: 'idf', name: 'IDF', type: 'yes_no' }] }],
}
const at = { section: 0, field: 0 }

/** Stores a draft like the real server. Can go offline or lose replies. */
class FakeServer implements FormServer {
  serverDraft: ServerDraft = { form, revision: 1, version: 0, by: 'Sam Rivera', at: '2026-11-23T10:00:00Z' }
  away: 'not' | 'away' | 'replies are lost' = 'not'
  calls = 0
  #known = new Map<string, SaveResult>()

  async save(now: FormDocument, revision: number, key: string): Promise<SaveResult> {
    this.calls += 1
    if (this.away === 'away') return { kind: 'unreached' }
    const saved = this.#known.get(key) ?? this.#take(now, revision)
    this.#known.set(key, saved)
    return this.away === 'not' ? saved : { kind: 'unreached' }
  }

  async read(): Promise<ServerDraft | null> {
    return this.away === 'away' ? null : this.serverDraft
  }

  async publish(_: string, revision: number): Promise<SaveResult> {
    if (revision !== this.serverDraft.revision) return { kind: 'stale' }
    this.serverDraft = { ...this.serverDraft, version: this.serverDraft.version + 1 }
    return { kind: 'saved', serverDraft: this.serverDraft }
  }

  /** Simulates another device's save. */
  change(now: FormDocument): void {
    const { revision } = this.serverDraft
    this.serverDraft = { ...this.serverDraft, form: now, revision: revision + 1, by: 'Ana Ruiz' }
  }

  forget(): void {
    this.#known.clear()
  }

  #take(now: FormDocument, revision: number): SaveResult {
    if (revision !== this.serverDraft.revision) return { kind: 'stale' }
    this.serverDraft = { ...this.serverDraft, form: now, revision: revision + 1, by: 'Sam Rivera' }
    return { kind: 'saved', serverDraft: this.serverDraft }
  }
}

let server: FakeServer
let stored: StoredDraft | null
let isFull: boolean
beforeEach(() => {
  vi.useFakeTimers()
  server = new FakeServer()
  stored = null
  isFull = false
})
afterEach(() => {
  vi.useRealTimers()
})

function open(
  known: StoredDraft | null = null,
  serverDraft: ServerDraft | null = server.serverDraft,
): Builder {
  const keep = (now: StoredDraft | null) => {
    if (now !== null && isFull) return false
    stored = now
    return true
  }
  return new Builder({ server, keep }, serverDraft, known)
}

function name(builder: Builder, text: string): void {
  builder.change(rename(builder.form, at, text, builder.isPublished), 'name')
}

function namesOf({ sections }: FormDocument): readonly string[] {
  return sections.flatMap(({ fields }) => fields.map((one) => one.name))
}

describe('a change', () => {
  test('is stored locally at once and on the server within a second', async () => {
    const builder = open()
    name(builder, 'IDF p')
    name(builder, 'IDF present')
    expect(stored && namesOf(stored.form)).toEqual(['IDF present'])
    expect(builder.state.saving.kind).toBe('saving')
    await vi.advanceTimersByTimeAsync(999)
    expect(namesOf(server.serverDraft.form)).toEqual(['IDF present'])
    expect([server.calls, stored, builder.state.saving.kind]).toEqual([1, null, 'saved'])
  })

  test('is not sent if it is undone first', async () => {
    const builder = open()
    name(builder, 'Other')
    builder.undo()
    await vi.advanceTimersByTimeAsync(5_000)
    expect([server.calls, stored, builder.state.saving.kind]).toEqual([0, null, 'saved'])
  })

  test('is sent after the network returns', async () => {
    const builder = open()
    server.away = 'away'
    name(builder, 'One')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(builder.state.saving.kind).toBe('waiting')
    name(builder, 'Two')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(stored && namesOf(stored.form)).toEqual(['Two'])
    server.away = 'not'
    await builder.flush()
    expect(namesOf(server.serverDraft.form)).toEqual(['Two'])
    expect([stored, builder.state.saving.kind]).toEqual([null, 'saved'])
  })

  test("is recognized as this page's own if its reply was lost", async () => {
    const builder = open()
    server.away = 'replies are lost'
    name(builder, 'One')
    await vi.advanceTimersByTimeAsync(1_000)
    name(builder, 'Two')
    server.away = 'not'
    server.forget()
    await builder.flush()
    expect([namesOf(server.serverDraft.form), builder.state.saving.kind]).toEqual([['Two'], 'saved'])
  })
})

describe('full local storage', () => {
  test('is reported until a change can be stored again', async () => {
    const builder = open()
    isFull = true
    name(builder, 'One')
    expect(builder.state).toMatchObject({ isStorageFull: true, saving: { kind: 'saving' } })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(namesOf(server.serverDraft.form)).toEqual(['One'])
    expect(builder.state).toMatchObject({ isStorageFull: true, saving: { kind: 'saved' } })
    isFull = false
    name(builder, 'Two')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(builder.state).toMatchObject({ isStorageFull: false, saving: { kind: 'saved' } })
  })
})

test('a closed builder sends nothing', async () => {
  const builder = open()
  server.away = 'away'
  name(builder, 'One')
  builder.close()
  await vi.advanceTimersByTimeAsync(60_000)
  const { calls } = server
  server.away = 'not'
  await vi.advanceTimersByTimeAsync(60_000)
  expect([server.calls, stored && namesOf(stored.form)]).toEqual([calls, ['One']])
})

describe('a stored draft', () => {
  test('opens after a reload and can be undone', async () => {
    const before = open()
    server.away = 'away'
    name(before, 'Kept')
    server.away = 'not'
    const builder = open(stored)
    expect(namesOf(builder.form)).toEqual(['Kept'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect([namesOf(server.serverDraft.form), stored]).toEqual([['Kept'], null])
    builder.undo()
    expect(namesOf(builder.form)).toEqual(['IDF'])
  })

  test('can be edited offline', async () => {
    const before = open()
    server.away = 'away'
    name(before, 'Kept')
    const builder = open(stored, null)
    name(builder, 'Kept on')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(builder.state.saving.kind).toBe('waiting')
    server.away = 'not'
    await builder.flush()
    expect(namesOf(server.serverDraft.form)).toEqual(['Kept on'])
  })

  test('causes no conflict if the server already has it', async () => {
    const before = open()
    server.away = 'replies are lost'
    name(before, 'One')
    await vi.advanceTimersByTimeAsync(1_000)
    name(before, 'Two')
    server.away = 'not'
    const builder = open(stored)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([namesOf(server.serverDraft.form), builder.state.saving.kind]).toEqual([['Two'], 'saved'])
  })
})

describe('a save of the previous page that arrives after the next page loaded', () => {
  async function left(): Promise<FormDocument> {
    const before = open()
    server.away = 'away'
    name(before, 'One')
    before.close()
    await vi.advanceTimersByTimeAsync(1_000)
    server.away = 'not'
    return before.form
  }

  test.each([{ read: true }, { read: false }])(
    'causes no conflict, with the server read: $read',
    async ({ read }) => {
      const sent = await left()
      const builder = open(stored, read ? server.serverDraft : null)
      name(builder, 'Two')
      server.change(sent)
      await vi.advanceTimersByTimeAsync(1_000)
      expect([namesOf(server.serverDraft.form), builder.state.saving.kind]).toEqual([['Two'], 'saved'])
      expect(stored).toBeNull()
    },
  )

  test('still asks about another user’s change', async () => {
    await left()
    const builder = open(stored)
    name(builder, 'Two')
    server.change(changeField(form, at, { name: 'Theirs' }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(builder.state.saving.kind).toBe('stale')
  })
})

describe('a conflicting save by another user', () => {
  async function both(): Promise<Builder> {
    const builder = open()
    server.change(changeField(form, at, { name: 'Theirs' }))
    name(builder, 'Mine')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(builder.state.saving).toMatchObject({ kind: 'stale', theirs: { by: 'Ana Ruiz' } })
    return builder
  }

  test('stops sending until the user chooses, also after a reload', async () => {
    const builder = await both()
    name(builder, 'Mine still')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(namesOf(server.serverDraft.form)).toEqual(['Theirs'])
    const again = open(stored)
    expect([namesOf(again.form), again.state.saving.kind]).toEqual([['Mine still'], 'stale'])
  })

  test('saves this page’s draft on top after "keep mine"', async () => {
    const builder = await both()
    await builder.keepMine()
    expect([namesOf(server.serverDraft.form), stored]).toEqual([['Mine'], null])
    expect(builder.state.saving.kind).toBe('saved')
  })

  test('offers their draft by undo and this page’s by redo after "keep mine"', async () => {
    const builder = await both()
    await builder.keepMine()
    builder.undo()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(namesOf(server.serverDraft.form)).toEqual(['Theirs'])
    builder.redo()
    builder.undo()
    builder.undo()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(namesOf(server.serverDraft.form)).toEqual(['IDF'])
  })

  test('offers this page’s draft by undo after "load theirs"', async () => {
    const builder = await both()
    builder.loadTheirs()
    expect([namesOf(builder.form), stored]).toEqual([['Theirs'], null])
    builder.undo()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(namesOf(server.serverDraft.form)).toEqual(['Mine'])
  })
})

describe('another user editing', () => {
  test('makes this page read-only and shows their saves', async () => {
    const builder = open()
    builder.setEditor('Ana Ruiz')
    name(builder, 'Mine')
    builder.undo()
    expect([namesOf(builder.form), stored]).toEqual([['IDF'], null])
    server.change(changeField(form, at, { name: 'Theirs' }))
    await builder.follow(server.serverDraft.revision)
    expect([namesOf(builder.form), builder.state.saving.kind]).toEqual([['Theirs'], 'saved'])
    builder.setEditor(null)
    expect(builder.state.announced).toBe('')
    name(builder, 'Mine now')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([namesOf(server.serverDraft.form), builder.state.saving.kind]).toEqual([['Mine now'], 'saved'])
  })

  test('does not replace a draft saved here during the read', async () => {
    const builder = open()
    server.change(changeField(form, at, { name: 'Theirs' }))
    const old = server.serverDraft
    let answer = (_: ServerDraft) => {}
    vi.spyOn(server, 'read').mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const following = builder.follow(old.revision)
    name(builder, 'Mine')
    await vi.advanceTimersByTimeAsync(1_000)
    await builder.keepMine()
    answer(old)
    await following
    expect([namesOf(builder.form), builder.state.saving.kind]).toEqual([['Mine'], 'saved'])
  })

  test('keeps the current place on the same field', async () => {
    const builder = open()
    builder.look(at)
    const [section] = form.sections
    if (!section) throw new Error('The form has no sections')
    const front = { key: 'lobby', name: 'Lobby', fields: [] }
    server.change({ ...form, sections: [front, section] })
    await builder.follow(server.serverDraft.revision)
    expect(builder.at).toEqual({ section: 1, field: 0 })
    server.change({ ...form, sections: [front] })
    await builder.follow(server.serverDraft.revision)
    expect(builder.at).toEqual({ section: 0, field: null })
  })

  test('does not replace unsaved changes', async () => {
    const builder = open()
    server.change(changeField(form, at, { name: 'Theirs' }))
    name(builder, 'Mine')
    builder.setEditor('Ana Ruiz')
    await builder.follow(server.serverDraft.revision)
    expect(namesOf(builder.form)).toEqual(['Mine'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(builder.state.saving.kind).toBe('stale')
    builder.loadTheirs()
    expect(namesOf(builder.form)).toEqual(['Theirs'])
  })
})

test('publishing saves first, and published keys stop following names', async () => {
  const builder = open()
  name(builder, 'IDF present')
  expect(builder.form.sections[0]?.fields[0]?.key).toBe('idf_present')
  expect((await builder.publish('First')).kind).toBe('saved')
  expect([builder.state.version, namesOf(server.serverDraft.form)]).toEqual([1, ['IDF present']])
  name(builder, 'IDF there')
  expect(builder.form.sections[0]?.fields[0]).toMatchObject({ key: 'idf_present', name: 'IDF there' })
})
