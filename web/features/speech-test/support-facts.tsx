import type { MessageKey } from '#contract/messages/catalogue.ts'
import { usePermission } from '#web/lib/files/use-permission.ts'
import { t } from '#web/lib/language/translate.ts'
import { dictationLanguage, dictationLanguages } from '#web/lib/speech/language.ts'
import { hasSingleUtterances, recognizerClass } from '#web/lib/speech/recognizer.ts'
import { Facts } from '#web/ui/facts.tsx'

const permissions = {
  granted: 'speech.granted',
  denied: 'speech.denied',
  prompt: 'speech.prompt',
} as const satisfies Record<PermissionState, MessageKey>

/** This browser's dictation support and the current settings. */
export function SupportFacts() {
  const permission = usePermission('microphone')
  const supported = recognizerClass() !== null
  const tag = dictationLanguage()
  const language = dictationLanguages().find((one) => one.tag === tag)?.name ?? tag
  const rounds = hasSingleUtterances(navigator.userAgent) ? 'speech.roundsOne' : 'speech.roundsContinuous'
  return (
    <Facts
      facts={[
        [t('speech.dictation'), t(supported ? 'speech.available' : 'speech.notAvailable')],
        [t('speech.spoken'), language],
        ...(supported
          ? ([
              [t('speech.microphone'), t(permission ? permissions[permission] : 'speech.unknown')],
              [t('speech.rounds'), t(rounds)],
            ] as const)
          : []),
      ]}
    />
  )
}
