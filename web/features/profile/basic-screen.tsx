import { Box, Button, Group, Paper, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { type Country, countriesQuery } from '#web/lib/phone/countries.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { CountryField } from '#web/ui/country-field.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { NameFields } from '#web/ui/name-fields.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { EmailField } from './email-field.tsx'
import { type Account, type Field, mayChangePassword, mayChangePhone, passwordFields } from './fields.ts'
import { NoticeRegion, useNotice } from './notice.tsx'
import { PasswordBlock } from './password-block.tsx'
import { profileQuery } from './queries.ts'
import { splitCallingCode } from './split-calling-code.ts'
import { type Saved, type SentCode, useProfileForm } from './use-profile-form.ts'
import { useUnsavedPrompt } from './use-unsaved-prompt.tsx'

const plain = ['firstName', 'lastName', 'countryCode', 'phone', 'email'] as const satisfies Field[]

/** Edits names, phone number (any country), email and password. */
export function BasicScreen() {
  const profile = useQuery(profileQuery)
  const countries = useQuery(countriesQuery)
  const { notice, showNotice, clear } = useNotice()
  const failed = profile.error ?? countries.error
  const ready = profile.data && countries.data
  useTitle(t('profile.basicTitle'))
  return (
    <>
      <PageHeader title={t('profile.basicTitle')} />
      <Box maw="44rem">
        <NoticeRegion notice={notice} onClose={clear} />
      </Box>
      <Stack gap="lg" maw="44rem">
        <Paper withBorder radius="lg" p="lg">
          {ready && (
            <BasicForm
              account={profile.data.data.attributes}
              countries={countries.data.data}
              onNotice={showNotice}
              onSaving={clear}
            />
          )}
          {failed && !ready && (
            <ErrorState
              text={failed.message}
              onRetry={() => Promise.all([profile.refetch(), countries.refetch()])}
              busy={profile.isFetching || countries.isFetching}
            />
          )}
          {!ready && !failed && <Skeleton height={420} />}
        </Paper>
      </Stack>
    </>
  )
}

interface Props {
  account: Account
  countries: readonly Country[]
  onNotice: (text: string) => void
  onSaving: () => void
}

function BasicForm({ account, countries, onNotice, onSaving }: Props) {
  const [passwordOpen, setPasswordOpen] = useState(false)
  const [code, setCode] = useState<SentCode | null>(null)
  const fields = passwordOpen ? [...plain, ...passwordFields] : plain
  const form = useProfileForm({
    account,
    formSpec: { fields, anyCountry: true },
    read: (one) => splitCallingCode(one, countries),
    onSaving,
    onSaved,
  })
  const sends = useAbilities()
  const asks = useUnsavedPrompt(form.dirty)

  function onSaved(saved: Saved) {
    setPasswordOpen(false)
    setCode(saved.code)
    if (saved.password) onNotice(t('profile.passwordChanged'))
    else if (saved.email)
      onNotice(t(deliveryNotice('profile.emailPending', sends.email), { email: saved.email }))
    else if (!saved.code) onNotice(t('profile.updated'))
  }
  function togglePassword(opened: boolean) {
    form.reset(passwordFields)
    setPasswordOpen(opened)
  }

  return (
    <>
      <form onSubmit={form.save} noValidate ref={form.form}>
        <Stack gap="md">
          <FormError text={form.errors.form} />
          <NameFields input={form.input} />
          {mayChangePhone(account) ? (
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <CountryField
                optional
                initialCode={form.given.countryCode}
                error={form.errors.countryCode}
                onChange={(chosen) => form.change('countryCode', chosen)}
              />
              <TextInput
                label={t('profile.mobile')}
                type="tel"
                autoComplete="tel-national"
                {...form.input('phone')}
              />
            </SimpleGrid>
          ) : (
            <TextInput
              label={t('profile.mobile')}
              description={t('profile.phoneSmsHint')}
              value={account.full_phone_number}
              readOnly
              variant="filled"
              type="tel"
            />
          )}
          <EmailField form={form} account={account} passwordOpen={passwordOpen} />
          {mayChangePassword(account) && (
            <PasswordBlock form={form} opened={passwordOpen} onToggle={togglePassword} />
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={form.busy} disabled={!form.dirty}>
              {t('profile.saveChanges')}
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
          onProven={(proven) => {
            setCode(null)
            form.take(proven)
            onNotice(t('profile.updated'))
          }}
        />
      )}
    </>
  )
}
