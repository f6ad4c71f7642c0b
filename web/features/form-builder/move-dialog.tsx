import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Place } from '#survey/builder/form-place.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useBuilder } from './builder.ts'
import { moveTo, nameAt } from './places.ts'

export function MoveDialog({ at, onClose }: { at: Place; onClose: () => void }) {
  const builder = useBuilder()
  const { sections } = builder.form
  const [to, setTo] = useState(String(at.section))
  const data = sections.map((_, section) => ({
    value: String(section),
    label: nameAt(builder.form, { section, field: null }),
  }))
  return (
    <Dialog opened onClose={onClose} title={t('builder.moveTitle')}>
      <NativeSelect
        label={t('builder.toSection')}
        data={data}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={to === String(at.section)}
          onClick={() => {
            onClose()
            moveTo(builder, at, Number(to))
          }}
        >
          {t('builder.move')}
        </Button>
      </Group>
    </Dialog>
  )
}
