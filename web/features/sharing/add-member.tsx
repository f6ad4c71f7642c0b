import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { emailPattern } from '#contract/rules/email-pattern.ts'
import type { GrantedRole } from '#contract/sharing/members.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import classes from './people.module.css'
import type { Members, Problem } from './use-members.ts'

/** Adds a member by email, with or without an account. */
export function AddMember({
  members,
  onAdded,
}: {
  members: Pick<Members, 'add' | 'busy'>
  onAdded: (status: string) => void
}) {
  const sends = useAbilities()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<GrantedRole>('editor')
  const [problem, setProblem] = useState<Problem | null>(null)
  const field = useRef<HTMLInputElement>(null)

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    const address = email.trim()
    const failed: Problem | null = emailPattern.test(address)
      ? await members.add(address, role)
      : { field: 'email', message: t('accounts.emailNotValid') }
    setProblem(failed)
    if (failed) return field.current?.focus()
    setEmail('')
    onAdded(t(deliveryNotice('together.added', sends.email), { email: address }))
  }

  return (
    <form className={classes.add} onSubmit={(event) => void add(event)} noValidate>
      <h3 className={classes.addTitle}>{t('together.addTitle')}</h3>
      <TextInput
        ref={field}
        className={classes.address ?? ''}
        label={t('together.addEmail')}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={limits.emailMax}
        value={email}
        error={problem?.field === 'email' ? problem.message : null}
        onChange={({ currentTarget }) => {
          setEmail(currentTarget.value)
          setProblem(null)
        }}
      />
      <NativeSelect
        label={t('together.addRole')}
        className={classes.may ?? ''}
        value={role}
        data={[
          { value: 'editor', label: t('together.editorMay') },
          { value: 'viewer', label: t('together.viewerMay') },
        ]}
        onChange={({ currentTarget }) => setRole(currentTarget.value === 'viewer' ? 'viewer' : 'editor')}
      />
      <Button type="submit" loading={members.busy}>
        {t('together.add')}
      </Button>
      {problem?.field === null && (
        <p className={classes.problem} role="alert">
          {problem.message}
        </p>
      )}
    </form>
  )
}
