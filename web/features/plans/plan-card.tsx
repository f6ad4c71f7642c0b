import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { IconMap2, IconPencil, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Plan } from '#survey/plan.ts'
import { shownPins } from '#survey/plans.ts'
import { useDraft, useMayEdit } from '#web/features/survey-form/draft-context.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useNearViewport } from '#web/lib/page/use-near-viewport.ts'
import { planPath } from '#web/lib/survey/plan-path.ts'
import { removePlan, renamePlan } from '#web/offline/draft/plan-actions.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './plans.module.css'
import { usePlanFile } from './use-plan-picture.ts'

export function PlanCard({ plan }: { plan: Plan }) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const draft = useDraft()
  const mayEdit = useMayEdit()
  const file = usePlanFile(plan.id)
  const { id, name } = plan
  const count = shownPins(draft.survey, plan).length
  const close = () => setDialog(null)
  return (
    <li className={classes.card}>
      <Link to={planPath(draft.survey.id, id)} className={classes.cardLink}>
        <PlanThumbnail planId={id} />
        <span className={classes.cardName}>{name}</span>
      </Link>
      <div className={classes.cardFoot}>
        <p className={classes.quiet}>
          {t('plans.pinCount', { count })}
          {file && !file.item && !file.problem && <span className={classes.note}>{t('plans.waits')}</span>}
          {file?.problem && (
            <span className={classes.problem} role="alert">
              {t('plans.refused', { problem: file.problem })}
            </span>
          )}
        </p>
        {mayEdit && (
          <>
            <ActionIcon
              color="gray"
              aria-label={t('plans.rename', { name })}
              onClick={() => setDialog('rename')}
            >
              <IconPencil size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon
              color="gray"
              aria-label={t('plans.delete', { name })}
              onClick={() => setDialog('delete')}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
      {dialog === 'rename' && <RenamePlan plan={plan} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => {
            close()
            removePlan(draft, id)
          }}
          title={t('plans.deleteTitle')}
          text={t(count > 0 ? 'plans.deleteWithPins' : 'plans.deleteConfirm', { name, count })}
          danger
        />
      )}
    </li>
  )
}

/** The device's picture, or else the server's thumbnail. */
function PlanThumbnail({ planId }: { planId: string }) {
  const { account } = useDraft()
  const file = usePlanFile(planId)
  const [ref, near] = useNearViewport()
  const address = file?.item?.thumbnail_url
  const { url, state, onBroken } = usePicture(
    [
      ...(file?.thumbnail ? [file.thumbnail] : []),
      { account, store: 'planPictures', id: planId },
      ...(address ? [address] : []),
    ],
    near,
  )
  return (
    <span ref={ref} className={classes.thumbnail}>
      {url && <img src={url} alt="" loading="lazy" onError={onBroken} />}
      {state === 'absent' && <IconMap2 size={36} stroke={1.5} aria-hidden />}
    </span>
  )
}

function RenamePlan({ plan, onClose }: { plan: Plan; onClose: () => void }) {
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
