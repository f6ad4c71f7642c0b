import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { mandatoryShare } from '#survey/progress.ts'
import { shownSections } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { SideDialog } from '#web/ui/dialog.tsx'
import { useSurvey } from '../draft-context.ts'
import { FormLanguage } from '../form-language.tsx'
import sectionDrawerStyles from '../form-layout.module.css'
import { PlansLink } from '../repeats/plans-link.tsx'
import { JumpBox } from '../search/jump-box.tsx'
import drawer from './drawer.module.css'
import { SectionList } from './section-list.tsx'
import classes from './section-picker.module.css'

/** For narrow screens: the current section, the progress, and a button to all sections. */
export function SectionPicker({ sectionId }: { sectionId: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  const index = useSurvey((survey) => shownSections(survey).findIndex(({ id }) => id === sectionId))
  const total = useSurvey((survey) => shownSections(survey).length)
  const percent = useSurvey((survey) => {
    const share = mandatoryShare(survey)
    return share.total === 0 ? 0 : Math.floor((share.filled * 100) / share.total)
  })
  return (
    <>
      <UnstyledButton className={classes.button} onClick={open} aria-haspopup="dialog" aria-expanded={opened}>
        {index >= 0 ? (
          <>
            <span>{t('form.sectionOf', { number: index + 1, total })}</span>{' '}
            <span className={classes.all}>{t('form.allSections')}</span>
          </>
        ) : (
          <span>{t('form.allSections')}</span>
        )}
        <IconChevronDown size={18} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <div className={classes.track} aria-hidden>
        <div className={classes.fill} style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      {opened && <SectionDrawer sectionId={sectionId} onClose={close} />}
    </>
  )
}

function SectionDrawer({ sectionId, onClose }: { sectionId: string; onClose: () => void }) {
  return (
    <SideDialog
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('form.sections')}
      classNames={{ content: drawer.content ?? '', header: drawer.header ?? '' }}
      styles={{ body: { padding: 0 } }}
    >
      <div className={sectionDrawerStyles.jump} style={{ paddingTop: 4 }}>
        <JumpBox onJumped={onClose} side="below" />
      </div>
      <PlansLink />
      <SectionList sectionId={sectionId} onChosen={onClose} />
      <FormLanguage />
    </SideDialog>
  )
}
