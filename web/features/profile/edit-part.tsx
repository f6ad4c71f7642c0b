import { Button, Group, Paper, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { type Account, type Field, phoneError } from './fields.ts'
import { setNextNotice } from './notice.tsx'
import { profileQuery } from './queries.ts'
import { type SentCode, useProfileForm } from './use-profile-form.ts'
import { useUnsavedPrompt } from './use-unsaved-prompt.tsx'

type Form = ReturnType<typeof useProfileForm>

interface Props {
  title: string
  fields: readonly Field[]
  children: (form: Form, account: Account) => ReactNode
}

/** One part of the profile on its own screen, with Save and Cancel. */
export function EditPart(props: Props) {
  const { data, error, refetch, isFetching } = useQuery(profileQuery)
  useTitle(props.title)
  return (
    <>
      <PageHeader title={props.title} />
      <Paper withBorder radius="lg" p="lg" maw="32rem">
        {data && <Part {...props} account={data.data.attributes} />}
        {error && !data && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
        {!data && !error && <Skeleton height={160} />}
      </Paper>
    </>
  )
}

function Part({ fields, children, account }: Props & { account: Account }) {
  const navigate = useNavigate()
  const [code, setCode] = useState<SentCode | null>(null)
  const [leaving, setLeaving] = useState(false)
  const form = useProfileForm({
    account,
    formSpec: { fields },
    onSaved: (saved) => (saved.code ? setCode(saved.code) : finish()),
  })
  const asks = useUnsavedPrompt(form.dirty && !leaving)

  function back() {
    setLeaving(true)
    // Replaces this screen, so Back from the profile does not return here.
    navigate('/profile', { replace: true })
  }
  function finish() {
    setNextNotice(t('profile.updated'))
    back()
  }
  function save(event: Parameters<Form['save']>[0]) {
    const untouched = !form.dirty && fields.includes('phone') && !account.full_phone_number
    if (untouched) {
      event.preventDefault()
      return form.refuse(phoneError(form.given, { fields }))
    }
    if (form.dirty) return void form.save(event)
    event.preventDefault()
    back()
  }

  return (
    <>
      <form onSubmit={save} noValidate ref={form.form}>
        <Stack gap="md">
          <FormError text={form.errors.form} />
          {children(form, account)}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={back} disabled={form.busy}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('profile.save')}
            </Button>
          </Group>
        </Stack>
      </form>
      {/* Outside the form: submitting inside the dialog would bubble and submit the form. */}
      {asks}
      {code && (
        <CodeDialog
          sent={code}
          needsPassword={account.has_password}
          onClose={() => setCode(null)}
          onProven={finish}
        />
      )}
    </>
  )
}
