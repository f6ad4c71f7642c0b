import { Checkbox, Radio, Stack } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import {
  canDetectConnection,
  onSendingChange,
  type SendingChoices,
  sendingChoices,
  setSendingChoices,
} from '#web/offline/store/sending-choices.ts'
import { Section } from '#web/ui/section.tsx'

const choices = [
  ['always', 'storage.mediaAlways'],
  ['wifi', 'storage.mediaWifi'],
  ['by-hand', 'storage.mediaByHand'],
] as const

/** When this device sends large files. Changes apply immediately, to everyone who uses the device. */
export function SendingSection() {
  const { media, textFirst } = useSyncExternalStore(onSendingChange, sendingChoices)
  // Without the Network Information API, don't offer Wi-Fi only.
  const possible = choices.filter(([value]) => value !== 'wifi' || media === 'wifi' || canDetectConnection())
  return (
    <Section id="how" title={t('storage.how')}>
      <Radio.Group
        label={t('storage.media')}
        value={media}
        onChange={(value) => setSendingChoices({ media: value as SendingChoices['media'] })}
      >
        <Stack gap={0}>
          {possible.map(([value, words]) => (
            <Radio key={value} value={value} label={t(words)} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        mt="sm"
        label={t('storage.textFirst')}
        description={t('storage.textFirstHint')}
        checked={textFirst}
        onChange={({ currentTarget }) => setSendingChoices({ textFirst: currentTarget.checked })}
      />
    </Section>
  )
}
