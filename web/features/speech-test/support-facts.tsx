import type { MessageKey } from '#contract/messages/catalogue.ts'
import { say } from '#web/lib/say.ts'
import { dictationLanguage, dictationLanguages } from '#web/lib/speech/language.ts'
import { hearsOneUtterance, recogniserClass } from '#web/lib/speech/recogniser.ts'
import { usePermission } from '#web/lib/use-permission.ts'
import { Facts } from '#web/ui/facts.tsx'

const permissions = {
  granted: 'speech.granted',
  denied: 'speech.denied',
  prompt: 'speech.prompt',
} as const satisfies Record<PermissionState, MessageKey>

/** What this browser brings for dictation, and what is chosen. */
export function SupportFacts() {
  const permission = usePermission('microphone')
  const supported = recogniserClass() !== null
  const tag = dictationLanguage()
  const language = dictationLanguages().find((one) => one.tag === tag)?.name ?? tag
  const rounds = hearsOneUtterance(navigator.userAgent) ? 'speech.roundsOne' : 'speech.roundsContinuous'
  return (
    <Facts
      facts={[
        [say('speech.dictation'), say(supported ? 'speech.available' : 'speech.notAvailable')],
        [say('speech.spoken'), language],
        ...(supported
          ? ([
              [say('speech.microphone'), say(permission ? permissions[permission] : 'speech.unknown')],
              [say('speech.rounds'), say(rounds)],
            ] as const)
          : []),
      ]}
    />
  )
}
