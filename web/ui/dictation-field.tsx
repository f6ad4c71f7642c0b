import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Dictation } from '#web/lib/speech/dictation.ts'
import { dictationLanguage } from '#web/lib/speech/language.ts'
import { recognizerClass } from '#web/lib/speech/recognizer.ts'
import { type TextInput, TextTarget } from '#web/lib/speech/text-target.ts'
import classes from './dictation-field.module.css'

interface Props {
  /** The field's label. */
  readonly name: string
  readonly input: RefObject<TextInput | null>
  /** Handles words that arrive after the field unmounted: `add` inserts them into its text. */
  readonly onLate: (add: (text: string) => string) => void
  /** The input itself. */
  readonly children: ReactNode
}

/** A text input with a microphone button; only the input if the browser has no dictation. */
export function DictationField(props: Props) {
  return recognizerClass() ? <WithMicrophone {...props} /> : props.children
}

function WithMicrophone({ name, input, onLate, children }: Props) {
  const target = useTarget(input, onLate)
  const [dictation] = useState(
    () => new Dictation({ language: dictationLanguage, onWords: (words) => target()?.put(words) ?? true }),
  )
  const { wanted, interim, problem } = useSyncExternalStore(dictation.subscribe, () => dictation.view)
  useEffect(() => () => dictation.stop(), [dictation])
  const Icon = wanted ? IconPlayerStopFilled : IconMicrophone
  const label = t('speech.dictate', { field: name })
  return (
    <div
      className={classes.frame}
      onCompositionStart={() => target()?.hold()}
      onCompositionEnd={() => target()?.release()}
    >
      {children}
      <button
        type="button"
        className={classes.button}
        aria-pressed={wanted}
        aria-label={label}
        title={label}
        // Keep the caret in place.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          target()
          dictation.toggle()
        }}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
      </button>
      {wanted && (
        <p className={classes.hearing}>
          {interim === '' ? (
            t('speech.listening')
          ) : (
            <>
              {t('speech.hearing')} <em>{interim}</em>
            </>
          )}
        </p>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {t(problem)}
        </p>
      )}
    </div>
  )
}

/** Created on first use, because there are hundreds of fields; outlives the input for the last words. */
function useTarget(input: Props['input'], onLate: Props['onLate']): () => TextTarget | null {
  const late = useRef(onLate)
  useEffect(() => {
    late.current = onLate
  })
  const made = useRef<TextTarget | null>(null)
  const [target] = useState(() => () => {
    if (input.current)
      made.current ??= new TextTarget(input.current, {
        language: dictationLanguage,
        onLate: (add) => late.current(add),
      })
    return made.current
  })
  return target
}
