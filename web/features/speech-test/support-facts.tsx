import { useEffect, useState } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { say } from '#web/lib/say.ts'
import { dictationLanguage, dictationLanguages } from '#web/lib/speech/language.ts'
import { hearsOneUtterance, recogniserClass } from '#web/lib/speech/recogniser.ts'
import { Facts } from '#web/ui/facts.tsx'

const permissions = {
  granted: 'speech.granted',
  denied: 'speech.denied',
  prompt: 'speech.prompt',
} as const satisfies Record<PermissionState, MessageKey>

/** What this browser brings for dictation, and what is chosen. */
export function SupportFacts() {
  const permission = useMicrophonePermission()
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

/** null = this browser does not tell. */
function useMicrophonePermission(): PermissionState | null {
  const [state, setState] = useState<PermissionState | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const watch = async () => {
      const status = await navigator.permissions?.query({ name: 'microphone' })
      if (!status || left.signal.aborted) return
      setState(status.state)
      status.addEventListener('change', () => setState(status.state), { signal: left.signal })
    }
    watch().catch(() => setState(null))
    return () => left.abort()
  }, [])
  return state
}
