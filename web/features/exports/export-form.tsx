import { Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from './export-dialog.module.css'
import { type Choices, columnTexts, formats, formatTexts } from './export-options.ts'

interface Props {
  choices: Choices
  onChange: (choices: Choices) => void
}

const columns = Object.keys(columnTexts) as (keyof typeof columnTexts)[]

/** The format, and the options that few users need. */
export function ExportForm({ choices, onChange }: Props) {
  const set = (change: Partial<Choices>) => onChange({ ...choices, ...change })
  const isTable = choices.format === 'xlsx' || choices.format === 'csv'
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('exports.format')}
        value={choices.format}
        onChange={(value) => {
          const format = formats.find((one) => one === value)
          if (format) set({ format })
        }}
      >
        <div className={classes.formats}>
          {formats.map((format) => (
            <Radio
              key={format}
              value={format}
              className={classes.format ?? ''}
              label={t(formatTexts[format])}
              description={t(`${formatTexts[format]}Note`)}
            />
          ))}
        </div>
      </Radio.Group>
      <details className={classes.more}>
        <summary>{t('exports.more')}</summary>
        <Stack gap="md" pt="sm">
          {isTable && (
            <NativeSelect
              size="md"
              label={t('exports.headers')}
              value={choices.headers}
              data={[
                { value: 'labels', label: t('exports.headersLabels') },
                { value: 'keys', label: t('exports.headersKeys') },
                { value: 'both', label: t('exports.headersBoth') },
              ]}
              onChange={({ currentTarget: { value } }) =>
                set({ headers: value === 'keys' || value === 'both' ? value : 'labels' })
              }
            />
          )}
          <NativeSelect
            size="md"
            label={t('exports.values')}
            value={choices.values}
            data={[
              { value: 'labels', label: t('exports.valuesLabels') },
              { value: 'values', label: t('exports.valuesValues') },
            ]}
            onChange={({ currentTarget: { value } }) =>
              set({ values: value === 'values' ? 'values' : 'labels' })
            }
          />
          <Checkbox
            label={t('exports.columnPerOption')}
            checked={choices.checkboxes === 'column_per_option'}
            onChange={({ currentTarget: { checked } }) =>
              set({ checkboxes: checked ? 'column_per_option' : 'one_column' })
            }
          />
          {columns.map((column) => (
            <Checkbox
              key={column}
              label={t(columnTexts[column])}
              checked={choices.columns.includes(column)}
              onChange={({ currentTarget: { checked } }) =>
                set({
                  columns: checked
                    ? [...choices.columns, column]
                    : choices.columns.filter((one) => one !== column),
                })
              }
            />
          ))}
        </Stack>
      </details>
    </Stack>
  )
}
