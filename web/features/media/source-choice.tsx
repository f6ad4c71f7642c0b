import { Alert, Button, Text } from '@mantine/core'
import { IconCamera, IconPhoto, IconVideo } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { FileKind } from '#survey/fields/kind.ts'
import { forgetPicker, rememberPicker } from '#web/lib/files/picker-return.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { acceptedFiles } from './accepted-files.ts'
import classes from './file-picker.module.css'
import { isAllowed, type MediaSource, rememberAllowed } from './media-access.ts'

const choices = {
  photo: { source: 'camera', takes: 'photo', text: 'media.takePhoto', Icon: IconCamera },
  video: { source: 'camera', takes: 'video', text: 'media.takeVideo', Icon: IconVideo },
  gallery: { source: 'gallery', takes: null, text: 'media.gallery', Icon: IconPhoto },
} as const
type Choice = keyof typeof choices
const all = Object.keys(choices) as Choice[]

interface Props {
  readonly busy: boolean
  readonly fieldId: string
  readonly kinds: readonly FileKind[]
  readonly onPicked: (files: FileList | null) => void
  readonly onCamera: () => void
}

/**
 * Chooses camera or gallery. Asks our own permission question once for each; if denied, explains it and leads back.
 */
export function SourceChoice({ busy, fieldId, kinds, onPicked, onCamera }: Props) {
  const [step, setStep] = useState<{ at: 'ask' | 'denied'; choice: Choice } | null>(null)
  const inputs = useRef(new Map<Choice, HTMLInputElement | null>())
  const left = useRef<Choice | null>(null)

  function choose(choice: Choice) {
    if (isAllowed(choices[choice].source)) open(choice)
    else setStep({ at: 'ask', choice })
  }
  function back(choice: Choice) {
    left.current = choice
    setStep(null)
  }
  function open(choice: Choice) {
    if (choice === 'photo') return onCamera()
    rememberPicker(fieldId)
    inputs.current.get(choice)?.click()
  }
  function allow(choice: Choice) {
    rememberAllowed(choices[choice].source)
    back(choice)
    open(choice)
  }
  function hold(choice: Choice, button: HTMLButtonElement | null) {
    if (!button || left.current !== choice) return
    left.current = null
    button.focus()
  }

  const offered = all.filter((choice) => {
    const { takes } = choices[choice]
    return takes === null || kinds.includes(takes)
  })
  const files = offered.filter((choice) => choice !== 'photo')
  const source: MediaSource = step ? choices[step.choice].source : 'camera'
  return (
    <>
      {!step && (
        <div className={classes.buttons}>
          {offered.map((choice) => {
            const { text, Icon } = choices[choice]
            return (
              <Button
                key={choice}
                ref={(button) => hold(choice, button)}
                variant={choice === offered[0] ? 'filled' : 'default'}
                loading={busy}
                leftSection={<Icon size={20} aria-hidden />}
                onClick={() => choose(choice)}
              >
                {t(text)}
              </Button>
            )
          })}
        </div>
      )}
      {step?.at === 'ask' && (
        <AskAccess
          source={source}
          onAllow={() => allow(step.choice)}
          onDeny={() => setStep({ at: 'denied', choice: step.choice })}
        />
      )}
      {step?.at === 'denied' && (
        <NoAccess
          source={source}
          onAskAgain={() => setStep({ at: 'ask', choice: step.choice })}
          onBack={() => back(step.choice)}
        />
      )}
      {files.map((choice) => (
        <input
          key={choice}
          ref={(input) => {
            inputs.current.set(choice, input)
            if (input) input.oncancel = forgetPicker
          }}
          type="file"
          hidden
          accept={acceptOf(choice, kinds)}
          multiple={choice === 'gallery'}
          {...(choice !== 'gallery' && { capture: 'environment' as const })}
          onChange={({ currentTarget }) => {
            onPicked(currentTarget.files)
            // Lets the user pick the same file again after removing it.
            currentTarget.value = ''
          }}
        />
      ))}
    </>
  )
}

/** A camera input must list the media type only; a gallery may also list extensions. */
function acceptOf(choice: Choice, kinds: readonly FileKind[]): string {
  const { takes } = choices[choice]
  if (takes === null) return acceptedFiles(kinds)
  return takes === 'photo' ? 'image/*' : 'video/*'
}

interface AskProps {
  readonly source: MediaSource
  readonly onAllow: () => void
  readonly onDeny: () => void
}

/** Our own question before the browser's or phone's permission prompt. */
function AskAccess({ source, onAllow, onDeny }: AskProps) {
  return (
    <Panel text={<Text fw={600}>{t(source === 'camera' ? 'media.allowCamera' : 'media.allowGallery')}</Text>}>
      <Text size="sm" c="dimmed">
        {t('media.allowNote')}
      </Text>
      <div className={classes.answers}>
        <Button variant="default" onClick={onDeny}>
          {t('media.deny')}
        </Button>
        <Button onClick={onAllow}>{t('media.allow')}</Button>
      </div>
    </Panel>
  )
}

interface NoProps {
  readonly source: MediaSource
  readonly onAskAgain: () => void
  readonly onBack: () => void
}

/** Shown if the user denied access here or in the browser's settings. */
function NoAccess({ source, onAskAgain, onBack }: NoProps) {
  const text = t(source === 'camera' ? 'media.noCamera' : 'media.noGallery')
  return (
    <Panel
      text={
        <Alert color="red" role="alert">
          {text}
        </Alert>
      }
    >
      <div className={classes.answers}>
        <Button variant="default" onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button onClick={onAskAgain}>{t('media.askAgain')}</Button>
      </div>
      <Button component={Link} to="/dashboard" variant="subtle">
        {t('form.toHistory')}
      </Button>
    </Panel>
  )
}

/** Takes focus, because the previously focused button was removed. */
function Panel({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in place of the question
    <div ref={panel} role="group" aria-labelledby={id} tabIndex={-1} className={classes.panel}>
      <div id={id}>{text}</div>
      {children}
    </div>
  )
}
