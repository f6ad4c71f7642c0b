import { MantineProvider } from '@mantine/core'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Answer } from '#survey/survey.ts'
import { templateFrom } from '#survey/template-source.ts'
import { Draft, type FieldPlace } from '#web/offline/draft/draft.ts'
import type { LoadedSurvey } from '#web/offline/draft/load-survey.ts'
import { account, emptySurvey } from './fake-offline.ts'
import { RouterAt } from './router-at.tsx'

/** A section with all kinds of hints and errors of a field. */
export const roomTemplate = templateFrom({
  series: '019b0000-0000-7000-8000-0000000000c1',
  name: 'Rooms',
  version: 1,
  sections: [
    {
      key: 'room',
      name: 'Room',
      fields: [
        { key: 'name', name: 'Room name', type: 'text', mandatory: true, hint: 'As on the door' },
        { key: 'code', name: 'Gate code', type: 'text', internal: true },
        { key: 'wiring', name: 'Wiring', type: 'checkbox', options: ['Copper', 'Coax', 'Fiber'] },
        { key: 'units', name: 'Units', type: 'numeric', max: 10 },
      ],
    },
  ],
})

/** A draft without storage, for tests of rendering. */
export function unkeptDraft(loaded: Partial<LoadedSurvey> = {}): Draft {
  return new Draft(account, {
    survey: emptySurvey(roomTemplate),
    items: new Map(),
    files: new Map(),
    drawings: new Map(),
    planFiles: new Map(),
    answers: new Map(),
    outbox: [],
    recovered: [],
    role: 'owner',
    earlierTemplates: [],
    rows: null,
    ...loaded,
  })
}

export function placeOf({ survey }: Pick<Draft, 'survey'>): FieldPlace {
  const [section] = survey.sections
  return { section: section?.id ?? '', subSection: section?.subSections[0]?.id ?? '' }
}

/** Returns an answer of the first section by its field's name. */
export function answerTo({ survey }: Pick<Draft, 'survey'>, name: string): Answer {
  const found = survey.sections[0]?.subSections[0]?.answers.find(({ field }) => field.name === name)
  if (!found) throw new Error(`There is no field ${name}`)
  return found
}

/** Renders a node inside the providers of every screen. */
export function drawn(node: ReactNode): RenderResult {
  return render(
    <MantineProvider env="test">
      <RouterAt>{node}</RouterAt>
    </MantineProvider>,
  )
}
