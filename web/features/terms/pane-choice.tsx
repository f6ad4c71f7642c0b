import { SegmentedControl } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from './editor.module.css'

type Pane = 'write' | 'preview'

export function PaneChoice({ pane, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) {
  return (
    <SegmentedControl
      className={classes.panesChoice ?? ''}
      size="md"
      mb="md"
      fullWidth
      aria-label={t('terms.preview')}
      value={pane}
      onChange={(value) => onChange(value === 'preview' ? 'preview' : 'write')}
      data={[
        { value: 'write', label: t('terms.write') },
        { value: 'preview', label: t('terms.preview') },
      ]}
    />
  )
}
