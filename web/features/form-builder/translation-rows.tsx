import { Text } from '@mantine/core'
import { memo, useCallback, useId, useState } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { fieldAt, sectionAt } from '#survey/builder/form-place.ts'
import {
  type FormText,
  longest,
  type TextProperty,
  translate,
  translationOf,
} from '#survey/builder/translations.ts'
import { VirtualList } from '#web/features/survey-form/sections/virtual-list.tsx'
import { languageLabel } from '#web/lib/language/language-labels.ts'
import { t } from '#web/lib/language/translate.ts'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { useBuilder } from './builder.ts'
import classes from './translations-dialog.module.css'

interface Props {
  readonly form: FormDocument
  /** All translatable texts of the form. */
  readonly texts: readonly FormText[]
  readonly language: string
  readonly onlyMissing: boolean
}

const what: Readonly<Record<Exclude<TextProperty, 'name'>, MessageKey>> = {
  description: 'builder.description',
  addSimilarText: 'builder.textButton',
  hint: 'builder.textHint',
  constraintMessage: 'builder.textMessage',
  option: 'builder.textOption',
}

/** A row for each text with its translation. With `onlyMissing`, rows filled meanwhile stay. */
export function TranslationRows({ form, texts: all, language, onlyMissing }: Props) {
  const builder = useBuilder()
  const id = useId()
  const texts = new Map(all.map((text) => [placeOf(text), text]))
  const [missing] = useState(() => missingIn(form, texts, language))
  const shown = [...texts.keys()].filter((place) => !onlyMissing || missing.has(place))
  const change = useCallback(
    (text: FormText, words: string) =>
      builder.change(
        translate(builder.form, text, language, words),
        `translation ${language} ${placeOf(text)}`,
      ),
    [builder, language],
  )
  if (shown.length === 0) return <Text>{t('builder.nothingMissing')}</Text>
  return (
    <VirtualList
      ids={shown}
      needed={[]}
      className={classes.rows}
      elementId={(place) => `${id}-${place}`}
      heightOf={(some) => some.length * 92}
      render={(place) => {
        const text = texts.get(place)
        return (
          text && (
            <Row
              key={place}
              id={`${id}-${place}`}
              where={whereOf(form, text)}
              words={text.text}
              place={place}
              section={text.section}
              field={text.field}
              option={text.option}
              property={text.property}
              translation={translationOf(form, text, language)}
              language={language}
              onChange={change}
            />
          )
        )
      }}
    />
  )
}

interface RowProps extends Omit<FormText, 'text'> {
  readonly id: string
  readonly place: string
  /** Where the text is used. */
  readonly where: string
  readonly words: string
  readonly translation: string
  readonly language: string
  readonly onChange: (text: FormText, words: string) => void
}

const Row = memo(function Row(props: RowProps) {
  const { id, where, words, translation, language, onChange, section, field, option, property } = props
  const text: FormText = { section, field, option, property, text: words }
  return (
    <div id={id} className={classes.row}>
      <div className={classes.text}>
        <Text size="xs" c="dimmed">
          {where}
        </Text>
        <span className={classes.words}>{words}</span>
      </div>
      <GrowingTextarea
        aria-label={t('builder.translationOf', { language: languageLabel(language), text: words })}
        lang={language}
        dir="auto"
        value={translation}
        maxLength={longest(text)}
        onChange={(event) => onChange(text, event.currentTarget.value)}
      />
    </div>
  )
})

function placeOf({ section, field, property, option }: FormText): string {
  return `${section}-${field ?? 's'}-${property}-${option ?? ''}`
}

function missingIn(
  form: FormDocument,
  texts: ReadonlyMap<string, FormText>,
  language: string,
): ReadonlySet<string> {
  const missing = [...texts].filter(([, text]) => translationOf(form, text, language) === '')
  return new Set(missing.map(([place]) => place))
}

/** For example 'Closet › Lock · Option'. */
function whereOf(form: FormDocument, text: FormText): string {
  if (text.section < 0) return t(text.property === 'name' ? 'builder.form' : 'builder.description')
  const section = sectionAt(form, text)?.name || t('builder.unnamed')
  const field = text.property === 'name' ? '' : (fieldAt(form, text)?.name ?? '')
  const place = [section, ...(field === '' ? [] : [field])].join(' › ')
  if (text.property !== 'name') return `${place} · ${t(what[text.property])}`
  return text.field === null ? t('builder.toSection') : place
}
