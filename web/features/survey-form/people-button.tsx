import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import { useDraft, useSurvey } from './draft-context.ts'

const { View: PeopleDialog } = lazyPart(
  async () => (await import('#web/features/sharing/people-dialog.tsx')).PeopleDialog,
)

/** Opens the dialog of people with access to this survey. */
export function PeopleButton() {
  const [opened, { open, close }] = useDisclosure(false)
  const draft = useDraft()
  const navigate = useNavigate()
  const name = useSurvey((survey) => survey.name)
  const label = t('together.peopleOf', { name })
  return (
    <>
      <ActionIcon color="gray" aria-label={label} title={label} onClick={open}>
        <IconUsers size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      {opened && (
        <Part instead={<NoticeDialog opened onClose={close} text={t('together.offline')} />}>
          <PeopleDialog
            surveyId={draft.survey.id}
            surveyName={name}
            onClose={close}
            onLeft={() => navigate('/dashboard', { replace: true })}
          />
        </Part>
      )}
    </>
  )
}
