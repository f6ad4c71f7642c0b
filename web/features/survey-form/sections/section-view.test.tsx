// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { sectionsTemplate } from '#survey/testing/sample-sections.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { open, type Scenario } from '#survey/testing/scenario.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { unkeptDraft } from '#web/testing/drawn-form.tsx'
import { speakSpanish } from '#web/testing/speak-spanish.ts'
import { ReadOnlyContext } from '../draft-context.ts'
import type { SectionHandle } from '../repeats/use-add-part.ts'
import { drawnIn } from '../testing/drawn-in.tsx'
import { SectionView } from './section-view.tsx'

/** Dialogs render after the store was read, which takes longer on a busy machine. */
configure({ asyncUtilTimeout: 20_000 })

let draft: Draft
afterEach(() => {
  cleanup()
  draft.close()
})

/** Two buildings: 'Tower A' is complete, the second one has no name and no units. */
const twoBuildings = () =>
  open(sampleTemplate)
    .answer('Building', 'Building name', 'Tower A')
    .answer('Building', 'Units', '40')
    .addSimilar('Building')

interface Shown {
  readonly role?: Draft['role']
  readonly section?: string
  /** The sub-section that the address leads to. */
  readonly at?: string
}

/** Renders a section of the survey. */
function draw(scenario: Scenario, { role = 'owner', section = 'Building', at }: Shown = {}): void {
  draft = unkeptDraft({ survey: scenario.survey, role })
  drawnIn(
    draft,
    <ReadOnlyContext value={role === 'viewer'}>
      <SectionView
        sectionId={scenario.section(section).id}
        subSectionId={at ? scenario.find(at, 'Units').subSection.id : ''}
        handle={createRef<SectionHandle>()}
        onMissing={() => undefined}
      />
    </ReadOnlyContext>,
  )
}

/** The buttons that open and close the sub-sections. */
const toggles = () =>
  screen
    .getAllByRole('heading', { level: 3 })
    .flatMap((heading) => within(heading).getAllByRole('button')[0] ?? [])
/** Each sub-section's name with its note, and whether it is open. */
const list = () =>
  toggles().map((toggle) => [
    [...(toggle.lastElementChild?.children ?? [])].map(({ textContent }) => textContent).join(' | '),
    toggle.getAttribute('aria-expanded'),
  ])
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const toggle = (index: number) => fireEvent.click(toggles()[index] as HTMLElement)

test('lists units by name or number with their empty mandatory fields, and opens the first', () => {
  draw(twoBuildings())
  expect(list()).toEqual([
    ['Tower A | ', 'true'],
    ['Building 2 | 2 mandatory fields left', 'false'],
  ])
  expect(screen.getAllByRole('textbox', { name: 'Units' })).toHaveLength(1)
})

test('focuses its heading, which is followed by the progress of all units', () => {
  draw(twoBuildings())
  const heading = screen.getByRole('heading', { level: 2, name: 'Building' })
  expect(document.activeElement).toBe(heading)
  screen.getByRole('region', { name: 'Building' })
  expect(heading.nextElementSibling?.textContent).toBe('2 of 6 filled2 mandatory fields left')
})

test('opens and closes a unit by its heading, and mounts fields only while it is open', () => {
  draw(twoBuildings())
  toggle(1)
  expect(list().map(([, open]) => open)).toEqual(['true', 'true'])
  const fields = document.getElementById(toggles()[1]?.getAttribute('aria-controls') ?? '')
  within(fields as HTMLElement).getByRole('textbox', { name: 'Units' })
  toggle(1)
  expect(list().map(([, open]) => open)).toEqual(['true', 'false'])
  expect(fields?.hidden).toBe(true)
  expect(fields?.textContent).toBe('')
})

test('opens the unit that the address leads to', () => {
  draw(twoBuildings(), { at: 'Building 2' })
  expect(list().map(([, open]) => open)).toEqual(['false', 'true'])
})

test('renames a unit and counts its mandatory fields while they are typed', () => {
  draw(twoBuildings(), { at: 'Building 2' })
  fireEvent.input(screen.getByRole('textbox', { name: 'Building name' }), { target: { value: 'Tower B' } })
  expect(list()[1]).toEqual(['Tower B | 1 mandatory field left', 'true'])
  fireEvent.input(screen.getByRole('textbox', { name: 'Units' }), { target: { value: '12' } })
  expect(list()[1]).toEqual(['Tower B | ', 'true'])
  screen.getByText('All mandatory fields filled')
})

test('tells units of the same name apart and shows long names whole', () => {
  const name = `Tower ${'at the very end of the long road '.repeat(5)}A`.slice(0, limits.titleMax)
  draw(twoBuildings().answer('Building 2', 'Building name', name).answer('Building 1', 'Building name', name))
  expect(list().map(([shown]) => shown)).toEqual([`${name} | `, `${name} (2) | 1 mandatory field left`])
})

test('isolates a Hebrew name in the names of its buttons', () => {
  draw(twoBuildings().answer('Building 2', 'Building name', 'בניין 5'))
  expect(list()[1]?.[0]).toBe('בניין 5 | 1 mandatory field left')
  screen.getByRole('button', { name: 'Delete \u2068בניין 5\u2069' })
  screen.getByRole('button', { name: 'Add a title to \u2068בניין 5\u2069' })
})

test('shows the only unit of a section without a heading of its own', () => {
  draw(open(sampleTemplate))
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
  screen.getByRole('textbox', { name: 'Building name' })
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
})

test('edits a title in place: it replaces the name, and Escape restores it', () => {
  draw(twoBuildings())
  press('Add a title to Tower A')
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title of Tower A' })
  expect([document.activeElement, title.dir]).toEqual([title, 'auto'])
  fireEvent.input(title, { target: { value: 'Gate house' } })
  expect(list()[0]?.[0]).toBe('Gate house | Tower A')
  fireEvent.keyDown(title, { key: 'Escape' })
  expect(list()[0]?.[0]).toBe('Tower A | ')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a title to Tower A' }))
})

test('saves a title with Enter and returns to its button', () => {
  draw(twoBuildings())
  press('Add a title to Tower A')
  const title = screen.getByRole('textbox', { name: 'Title of Tower A' })
  fireEvent.input(title, { target: { value: 'Gate house' } })
  fireEvent.keyDown(title, { key: 'Enter' })
  expect(screen.queryByRole('textbox', { name: 'Title of Tower A' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change the title of Tower A' }))
})

test('asks before it deletes a unit, says what is lost, and deletes nothing on No', async () => {
  draw(twoBuildings().photo('Building 1', 'Notes'))
  press('Delete Tower A')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Tower A' }))
  dialog.getByText(
    /^Are you sure you want to delete Tower A\? This also deletes 2 answers and 1 photo or video\.$/,
  )
  fireEvent.click(dialog.getByRole('button', { name: 'No' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(list()).toHaveLength(2)
})

test('deletes a unit and focuses its neighbor', async () => {
  draw(twoBuildings().addAnyway('Building'))
  press('Delete Building 2')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Building 2' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Yes' }))
  await waitFor(() =>
    expect(list().map(([name]) => name)).toEqual(['Tower A | ', 'Building 2 | 2 mandatory fields left']),
  )
  await waitFor(() => expect(document.activeElement).toBe(toggles()[1]))
})

test('adds a unit only if all mandatory fields are filled, and opens it alone', async () => {
  draw(twoBuildings())
  const add = screen.getByRole('button', {
    name: 'Add another building',
    description: 'Fill the mandatory fields of this section first.',
  })
  fireEvent.click(add)
  expect(screen.getByRole('alert').textContent).toBe('Please fill all mandatory fields')
  expect(list()).toHaveLength(2)
  cleanup()
  draft.close()
  draw(twoBuildings().fillMandatory())
  press('Add another building')
  expect(list().map(([, open]) => open)).toEqual(['false', 'false', 'true'])
  await waitFor(() => expect(document.activeElement).toBe(toggles()[2]))
})

test('shows copied answers of a unit as not checked until all are confirmed', async () => {
  const floors = open(sampleTemplate).fillMandatory().addSimilar('Floor').copyAll('Floor', 'Floor name')
  draw(floors.fillMandatory().addSimilar('Floor'), { section: 'Floor' })
  expect(screen.queryByText(/not checked yet/)).toBeNull()
  toggle(1)
  screen.getByText('2 answers copied, not checked yet.')
  expect(screen.getAllByRole('button', { name: /^Copied from .*, not checked yet: confirm/ })).toHaveLength(2)
  press('Confirm all')
  await waitFor(() => expect(screen.queryByText(/not checked yet/)).toBeNull())
  expect(screen.queryByRole('button', { name: /^Copied/ })).toBeNull()
})

test('lets viewers open units, but offers no changes', () => {
  draw(twoBuildings(), { role: 'viewer' })
  toggle(1)
  expect(list().map(([, open]) => open)).toEqual(['true', 'true'])
  expect(screen.getAllByRole('button')).toEqual(toggles())
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('says that a section does not apply because of another answer', () => {
  draw(open(sectionsTemplate), { section: 'Roof' })
  screen.getByText('This section doesn’t apply because of another answer. Its own answers are kept.')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('speaks Spanish', () => {
  speakSpanish()
  draw(twoBuildings())
  expect(list()[1]?.[0]).toBe('Building 2 | Faltan 2 campos obligatorios')
  screen.getByRole('button', { name: 'Eliminar Tower A' })
  screen.getByText('2 de 6 llenos')
})
