import { SegmentedControl } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import classes from './editor.module.css'

type Pane = 'write' | 'preview'

export function PaneChoice({ pane, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) {
  return (
    <SegmentedControl
      className={classes.panesChoice ?? ''}
      size="md"
      mb="md"
      fullWidth
      aria-label={say('terms.preview')}
      value={pane}
      onChange={(value) => onChange(value === 'preview' ? 'preview' : 'write')}
      data={[
        { value: 'write', label: say('terms.write') },
        { value: 'preview', label: say('terms.preview') },
      ]}
    />
  )
}
