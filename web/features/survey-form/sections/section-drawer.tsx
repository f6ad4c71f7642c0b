import { t } from '#web/lib/language/translate.ts'
import { SideDialog } from '#web/ui/dialog.tsx'
import { FormLanguage } from '../form-language.tsx'
import classes from '../form-layout.module.css'
import { PlansLink } from '../repeats/plans-link.tsx'
import { JumpBox } from '../search/jump-box.tsx'
import drawer from './drawer.module.css'
import { SectionList } from './section-list.tsx'

export function SectionDrawer({ sectionId, onClose }: { sectionId: string; onClose: () => void }) {
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
      <div className={classes.jump} style={{ paddingTop: 4 }}>
        <JumpBox onJumped={onClose} side="below" />
      </div>
      <PlansLink />
      <SectionList sectionId={sectionId} onChosen={onClose} />
      <FormLanguage />
    </SideDialog>
  )
}
