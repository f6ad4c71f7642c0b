import { Button, Group, Paper, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { NameFields } from '#web/ui/name-fields.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { EmailField } from './email-field.tsx'
import { type Account, type Field, mayChangePassword, passwordFields } from './fields.ts'
import { PasswordBlock } from './password-block.tsx'
import { UsPhone } from './us-phone.tsx'
import { type Saved, type SentCode, useProfileForm } from './use-profile-form.ts'
import { useUnsavedPrompt } from './use-unsaved-prompt.tsx'

interface Props {
  account: Account
  onNotice: (text: string) => void
  onSaving: () => void
}

const plain = ['firstName', 'lastName', 'company', 'countryCode', 'phone', 'email'] as const satisfies Field[]

/** The wide profile's form: all parts with one Save. */
export function DetailsForm({ account, onNotice, onSaving }: Props) {
  const sends = useAbilities()
  const [passwordOpen, setPasswordOpen] = useState(false)
  const [code, setCode] = useState<SentCode | null>(null)
  const [changed, setChanged] = useState(false)
  const fields = passwordOpen ? [...plain, ...passwordFields] : plain
  const form = useProfileForm({ account, formSpec: { fields }, onSaving, onSaved })
  const asks = useUnsavedPrompt(form.dirty)

  function onSaved(saved: Saved) {
    setPasswordOpen(false)
    setCode(saved.code)
    if (saved.password) setChanged(true)
    if (saved.email) onNotice(t(deliveryNotice('profile.emailPending', sends.email), { email: saved.email }))
    else if (!saved.code) onNotice(t('profile.updated'))
  }
  function togglePassword(opened: boolean) {
    form.reset(passwordFields)
    setPasswordOpen(opened)
  }

  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="details">
      <Title order={2} id="details" mb="md">
        {t('profile.details')}
      </Title>
      <form onSubmit={form.save} noValidate ref={form.form}>
        <Stack gap="md">
          <FormError text={form.errors.form} />
          <NameFields input={form.input} />
          <TextInput label={t('profile.company')} autoComplete="organization" {...form.input('company')} />
          <UsPhone form={form} account={account} />
          <EmailField form={form} account={account} passwordOpen={passwordOpen} />
          {mayChangePassword(account) && (
            <PasswordBlock form={form} opened={passwordOpen} onToggle={togglePassword} />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={!form.dirty || form.busy} onClick={() => form.reset()}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={form.busy} disabled={!form.dirty}>
              {t('profile.save')}
            </Button>
          </Group>
        </Stack>
      </form>
      {asks}
      {code && (
        <CodeDialog
          sent={code}
          needsPassword={account.has_password}
          onClose={() => setCode(null)}
          onProven={(proven) => {
            setCode(null)
            form.take(proven)
            onNotice(t('profile.updated'))
          }}
        />
      )}
      {changed && (
        <NoticeDialog
          opened
          onClose={() => setChanged(false)}
          title={t('profile.passwordChanged')}
          text={t('profile.passwordChangedText')}
          button={t('common.continue')}
        />
      )}
    </Paper>
  )
}
