// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { changeField } from '#survey/builder/edit-fields.ts'
import type { FormField, FormOption } from '#survey/builder/form-place.ts'
import { drawn } from '#web/testing/drawn-form.tsx'
import { Builder, BuilderContext, useBuilderValue } from './builder.ts'
import { OptionsEditor } from './options-editor.tsx'

let builder: Builder
afterEach(() => {
  cleanup()
  builder.close()
})

const at = { section: 0, field: 0 }

function formOf(options: readonly FormOption[]): FormDocument {
  const cable: FormField = { key: 'cable', name: 'Cable', type: 'radio', options: [...options] }
  return {
    schema: 'fieldbook-form/1',
    name: 'Riser',
    sections: [{ key: 'riser', name: 'Riser', fields: [cable] }],
  }
}

function Edited() {
  const [section] = useBuilderValue(({ history }) => history.now.form).sections
  const field = section?.fields[0]
  if (!field) return null
  return (
    <OptionsEditor
      field={field}
      at={at}
      fault={null}
      change={(change) => builder.change(changeField(builder.form, at, change))}
    />
  )
}

function edit(draft: readonly FormOption[], published: readonly FormOption[] | null): void {
  const serverDraft = {
    form: formOf(draft),
    revision: 1,
    version: published ? 1 : 0,
    published: published && formOf(published),
    by: '',
    at: '',
  }
  const server = {
    save: async () => ({ kind: 'unreached' }) as const,
    read: async () => null,
    publish: async () => ({ kind: 'unreached' }) as const,
  }
  builder = new Builder({ server, keep: () => true }, serverDraft, null)
  drawn(
    <BuilderContext value={builder}>
      <Edited />
    </BuilderContext>,
  )
}

/** Fires one change event per text, like typing. */
function type(option: number, ...texts: readonly string[]): void {
  const input = screen.getByRole('textbox', { name: `Option ${option}` })
  fireEvent.focus(input)
  for (const value of texts) fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}

const options = () => builder.form.sections[0]?.fields[0]?.options

test('a published option keeps its id while its label is corrected and drops it when the label matches again', () => {
  edit(['Coper', 'Fiber'], ['Coper', 'Fiber'])
  type(1, 'Cope', 'Copp', 'Copper')
  expect(options()).toEqual([{ label: 'Copper', id: 'Coper' }, 'Fiber'])
  type(1, 'Cope', 'Coper')
  expect(options()).toEqual(['Coper', 'Fiber'])
})

test('a new option has no id, even if its text matches another label while typing', () => {
  edit(['Cat 6', 'Fiber', ''], ['Cat 6', 'Fiber'])
  type(3, 'Cat', 'Cat 6', 'Cat 6A')
  type(3, 'Cat 6B')
  expect(options()).toEqual(['Cat 6', 'Fiber', 'Cat 6B'])
})

test('before the first version labels can change freely', () => {
  edit(['Coper', 'Fiber'], null)
  type(1, 'Copper')
  expect(options()).toEqual(['Copper', 'Fiber'])
})
