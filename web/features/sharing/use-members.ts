import { useCallback, useEffect, useState } from 'react'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import {
  addMember,
  changeMember,
  type GrantedRole,
  listMembers,
  removeMember,
} from '#contract/sharing/members.ts'
import { byField, call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'

type Reply = ReplyOf<typeof listMembers>
export type Member = Reply['data'][number]

export type People =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly message: string }
  | { readonly at: 'ready'; readonly members: readonly Member[]; readonly team: Reply['meta']['team'] }

/** An error message and the form field it belongs to. */
export interface Problem {
  readonly field: 'email' | null
  readonly message: string
}

/** The survey's members. Needs the network and reports when it is missing. */
export function useMembers(surveyId: string) {
  const [people, setPeople] = useState<People>({ at: 'loading' })
  const [busy, setBusy] = useState(false)
  const load = useCallback(async () => {
    const result = await call(listMembers, { params: { id: surveyId } })
    setPeople(
      result.ok
        ? { at: 'ready', members: result.reply.data, team: result.reply.meta.team }
        : { at: 'failed', message: problemOf(result).message },
    )
  }, [surveyId])
  useEffect(() => {
    void load()
  }, [load])

  async function change(work: () => Promise<{ readonly ok: true } | Failure>): Promise<Problem | null> {
    setBusy(true)
    const result = await work()
    if (result.ok) await load()
    setBusy(false)
    return result.ok ? null : problemOf(result)
  }

  const memberOf = (member: string) => ({ params: { id: surveyId, member_id: member } })
  return {
    people,
    busy,
    retry: () => {
      setPeople({ at: 'loading' })
      void load()
    },
    add: (email: string, role: GrantedRole) => {
      const input: InputOf<typeof addMember> = { params: { id: surveyId }, body: { email, role } }
      return change(() => call(addMember, input))
    },
    changeRole: (member: string, role: GrantedRole) =>
      change(() => call(changeMember, { ...memberOf(member), body: { role } })),
    remove: (member: string) => change(() => call(removeMember, memberOf(member))),
    /** Leaves the survey. Doesn't reload the list: the user may no longer see it. */
    leave: async (member: string): Promise<Problem | null> => {
      setBusy(true)
      const result = await call(removeMember, memberOf(member))
      setBusy(false)
      return result.ok ? null : problemOf(result)
    },
  }
}

export type Members = ReturnType<typeof useMembers>

function problemOf(failure: Failure): Problem {
  const { email } = byField(failure)
  if (failure.status === 0) return { field: null, message: t('together.offline') }
  return email ? { field: 'email', message: email } : { field: null, message: failure.message }
}
