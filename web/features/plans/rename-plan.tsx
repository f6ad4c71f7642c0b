import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Plan } from '#survey/plan.ts'
import { useDraft } from '#web/features/survey-form/draft-context.ts'
import { t } from '#web/lib/language/translate.ts'
import { renamePlan } from '#web/offline/draft/plan-actions.ts'
import { Dialog } from '#web/ui/dialog.tsx'

export function RenamePlan({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const draft = useDraft()
  const [name, setName] = useState(plan.name)
  const [problem, setProblem] = useState<string | null>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem(t('plans.nameMissing'))
    renamePlan(draft, plan.id, name)
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={t('plans.renameTitle')}>
      <form onSubmit={save} noValidate>
        <TextInput
          label={t('plans.name')}
          value={name}
          maxLength={limits.planNameMax}
          error={problem}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('common.save')}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
