// @vitest-environment happy-dom
/** @alone: it has its own page and session. */
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/http/query-client.ts'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import type { LegalText } from './queries.ts'
import { readDraft, useEditor } from './use-editor.ts'

function version(id: string, markdown: string): LegalText {
  const created_at = '2026-11-28T10:00:00.000Z'
  return {
    id,
    type: 'terms_and_condition',
    attributes: { description: '', markdown, version: Number(id), created_at },
  }
}

const sent: unknown[] = []
let answer: (reply: Response) => void

beforeEach(() => {
  stubLocalStorage()
  startSession({ token: 'token', userId: 'me', firstName: 'Dana', lastName: 'Reed', role: 'admin' })
  sent.length = 0
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearSession()
  vi.unstubAllGlobals()
})

test('text typed during a save stays and is based on the saved version', async () => {
  const { result } = renderHook(() => useEditor('me', 'terms', version('1', 'Old')))
  act(() => result.current.write('New'))
  act(() => void result.current.save())
  act(() => result.current.write('New and more'))
  const reply = { terms_and_condition: { data: version('2', 'New') }, meta: { message: '' } }
  await act(async () => answer(Response.json(reply)))
  await waitFor(() => expect(result.current.saving).toBe(false))
  expect(result.current.text).toBe('New and more')
  expect(readDraft('me', 'terms')).toEqual({ text: 'New and more', basedOn: '2' })
  act(() => void result.current.save())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ data: { attributes: { description: 'New and more', based_on: '2' } } })
})
