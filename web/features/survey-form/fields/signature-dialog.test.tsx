// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { startSession } from '#web/lib/session/session.ts'
import { answerTo, drawn, unkeptDraft } from '#web/testing/drawn-form.tsx'
import { SignatureDialog } from './signature-dialog.tsx'

const onAnswer = vi.fn<(given: AnswerValue) => void>()
const onClose = vi.fn()

afterEach(() => {
  cleanup()
  onAnswer.mockReset()
  onClose.mockReset()
})

function open(given: AnswerValue) {
  const answer = { ...answerTo(unkeptDraft(), 'Room name'), ...given }
  drawn(<SignatureDialog {...{ answer, onAnswer, onClose }} />)
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const signer = () => screen.getByLabelText<HTMLInputElement>('Name of the person signing')
const written = 'M10 100L400 120'

test('asks once for the signer of a signature without a name', () => {
  open({ value: written, values: ['', '2026-11-28T10:00'] })
  press('Done')
  expect(onClose).not.toHaveBeenCalled()
  screen.getByText(/Who signed\?/)
  expect(document.activeElement).toBe(signer())
  press('Done')
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['a signature with its signer', { value: written, values: ['Sam Rivera', '2026-11-28T10:00'] }],
  ['a name alone', { value: '', values: ['Sam Rivera'] }],
  ['nothing', { value: '', values: [] }],
])('closes immediately with %s', (_, given) => {
  open(given)
  press('Done')
  expect(onClose).toHaveBeenCalledOnce()
})

test('signs with a typed name and clears a signature', () => {
  open({ value: '', values: ['Sam Rivera'] })
  press('Sign with this name')
  expect(onAnswer.mock.lastCall?.[0].value).toBe('typed')
  cleanup()
  open({ value: written, values: ['Sam Rivera', '2026-11-28T10:00'] })
  press('Clear')
  expect(onAnswer.mock.lastCall?.[0]).toEqual({ value: '', values: ['Sam Rivera'] })
})

test("offers the profile's name as the signer until a name is entered", () => {
  startSession({ token: 'token', userId: 'user', firstName: 'Sam', lastName: 'Rivera', role: 'surveyor' })
  open({ value: '', values: [] })
  press('Use Sam Rivera')
  expect(onAnswer.mock.lastCall?.[0]).toEqual({ value: '', values: ['Sam Rivera'] })
  cleanup()
  open({ value: '', values: ['Dana Lopez'] })
  expect(screen.queryByRole('button', { name: 'Use Sam Rivera' })).toBeNull()
})
