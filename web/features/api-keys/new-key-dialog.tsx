import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { createApiKey, keyLives } from '#contract/accounts/api-keys.ts'
import { type KeyScope, keyScopes } from '#contract/api-key-scope.ts'
import { limits } from '#contract/limits.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { scopeNames } from './key-facts.ts'
import { MadeKey } from './made-key.tsx'
import { reloadKeys, teamsQuery, templatesQuery } from './queries.ts'

/** Asks what the new key may do, and then shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<string | null>(null)
  // A tap beside the dialog must not lose the key.
  if (made) return <MadeKey secret={made} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={t('apiKeys.add')}>
      <KeyForm onClose={onClose} onMade={setMade} />
    </Dialog>
  )
}

interface Given {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly team: string
  readonly template: string
  /** '' = not chosen. */
  readonly expiry: string
  /** null = not asked for. */
  readonly password: string | null
}

const nothing: Given = { name: '', scopes: ['read'], team: '', template: '', expiry: '', password: null }

function KeyForm({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  const [given, setGiven] = useState(nothing)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const teams = useQuery(teamsQuery).data?.data ?? []
  const templates = useQuery(templatesQuery).data?.survey_templates ?? []

  function change(part: Partial<Given>) {
    setGiven((before) => ({ ...before, ...part }))
    setErrors({})
  }

  async function make(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const missing = missingIn(given)
    if (Object.keys(missing).length > 0) return markInvalid(form.current, () => setErrors(missing))
    setBusy(true)
    const result = await call(createApiKey, { body: { data: { attributes: attributesOf(given) } } })
    setBusy(false)
    if (result.ok) {
      void reloadKeys()
      return onMade(result.reply.meta.key)
    }
    const named = byField(result)
    if (named.password) setGiven((before) => ({ ...before, password: before.password ?? '' }))
    const shown = fields.some((field) => named[field]) ? named : { form: result.message }
    markInvalid(form.current, () => setErrors(shown))
  }

  return (
    <form onSubmit={make} noValidate ref={form}>
      <Stack gap="md">
        <FormError text={errors.form} />
        <TextInput
          label={t('apiKeys.name')}
          description={t('apiKeys.nameHint')}
          value={given.name}
          maxLength={limits.apiKeyNameMax}
          error={errors.name}
          data-autofocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={t('apiKeys.scopes')}
          value={[...given.scopes]}
          error={errors.scopes}
          onChange={(chosen) => change({ scopes: keyScopes.filter((scope) => chosen.includes(scope)) })}
        >
          <Stack gap={0} mt={4}>
            {keyScopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(scopeNames[scope])} py={10} />
            ))}
          </Stack>
        </Checkbox.Group>
        {teams.length > 0 && (
          <NativeSelect
            label={t('apiKeys.surveys')}
            value={given.team}
            error={errors.team_id}
            data={[
              { value: '', label: t('apiKeys.allSurveys') },
              ...teams.map(({ id, attributes }) => ({
                value: id,
                label: t('apiKeys.ofTeam', { team: attributes.name }),
              })),
            ]}
            onChange={(event) => change({ team: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          label={t('apiKeys.template')}
          value={given.template}
          error={errors.template_id}
          data={[
            { value: '', label: t('apiKeys.allTemplates') },
            ...templates.map(({ id, name }) => ({
              value: id,
              label: t('apiKeys.ofTemplate', { template: name }),
            })),
          ]}
          onChange={(event) => change({ template: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('apiKeys.expiry')}
          value={given.expiry}
          error={errors.expires_in_days}
          data={[
            { value: '', label: t('apiKeys.expiryNone'), disabled: true },
            ...keyLives.map((days) => ({
              value: String(days),
              label: days === null ? t('apiKeys.never') : t('apiKeys.inDays', { days }),
            })),
          ]}
          onChange={(event) => change({ expiry: event.currentTarget.value })}
        />
        {given.password !== null && (
          <PasswordField
            label={t('apiKeys.currentPassword')}
            autoComplete="current-password"
            value={given.password}
            error={errors.password}
            autoFocus
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('apiKeys.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The fields that can show an error of their own. */
const fields = ['name', 'scopes', 'team_id', 'template_id', 'expires_in_days', 'password']

function missingIn({ name, scopes, expiry }: Given): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: t('apiKeys.nameMissing') }),
    ...(scopes.length === 0 && { scopes: t('apiKeys.scopeChoose') }),
    ...(expiry === '' && { expires_in_days: t('apiKeys.expiryChoose') }),
  }
}

function attributesOf({ name, scopes, team, template, expiry, password }: Given) {
  return {
    name,
    scopes: [...scopes],
    expires_in_days: keyLives.find((days) => String(days) === expiry) ?? null,
    team_id: team || null,
    template_id: template || null,
    ...(password ? { current_password: password } : {}),
  }
}
