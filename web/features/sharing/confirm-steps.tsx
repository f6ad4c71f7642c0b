import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { endOfDay, isPast } from './end-date.ts'
import { EndDateField } from './end-date-field.tsx'
import classes from './share-dialog.module.css'

interface Step {
  readonly busy: boolean
  readonly failure: string | null
  readonly onBack: () => void
}

export function ConfirmGenerate(props: Step & { readonly onConfirm: (endsAt: string | null) => void }) {
  const [day, setDay] = useState('')
  return (
    <Stack className={classes.body} gap="md">
      <Text>{t('sharing.generateWarning')}</Text>
      <EndDateField value={day} onChange={setDay} />
      <Answers
        {...props}
        confirm={t('sharing.generate')}
        disabled={isPast(day, new Date())}
        onConfirm={() => props.onConfirm(endOfDay(day))}
      />
    </Stack>
  )
}

export function ConfirmRevoke(props: Step & { readonly onConfirm: () => void }) {
  return (
    <Stack className={classes.body} gap="md">
      <Text>{t('sharing.revokeWarning')}</Text>
      <Answers {...props} confirm={t('sharing.revoke')} />
    </Stack>
  )
}

/** Confirms removing a member or leaving the survey. */
export function ConfirmRemoval(
  props: Step & {
    readonly title: string
    readonly text: string
    readonly confirm: string
    readonly onConfirm: () => void
  },
) {
  return (
    <Stack gap="md">
      <Text fw={600} className={classes.name ?? ''}>
        {props.title}
      </Text>
      <Text>{props.text}</Text>
      <Answers {...props} />
    </Stack>
  )
}

/** Cancel comes first and has the focus. */
function Answers({
  busy,
  failure,
  confirm,
  disabled = false,
  onBack,
  onConfirm,
}: Step & { confirm: string; disabled?: boolean; onConfirm: () => void }) {
  return (
    <>
      <FormError text={failure} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onBack} disabled={busy} autoFocus>
          {t('common.cancel')}
        </Button>
        <Button color="red.8" onClick={onConfirm} loading={busy} disabled={disabled}>
          {confirm}
        </Button>
      </div>
    </>
  )
}
