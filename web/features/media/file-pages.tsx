import { ActionIcon, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import classes from './file-pages.module.css'
import type { FieldFile } from './shown-media.ts'

interface Props {
  readonly file: FieldFile
  /** All files of the field, in order. */
  readonly files: readonly FieldFile[]
  readonly onMove: (to: FieldFile) => void
}

/** The selected photo or video, with buttons to the previous and next one. */
export function FilePages({ file, files, onMove }: Props) {
  const picture = usePicture(file.sources.large)
  const index = files.findIndex(({ id }) => id === file.id)
  const beside = (step: -1 | 1) => {
    const other = files[index + step]
    const Icon = step < 0 ? IconChevronLeft : IconChevronRight
    return (
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t(step < 0 ? 'media.previousFile' : 'media.nextFile')}
        disabled={index < 0 || other === undefined}
        onClick={() => other && onMove(other)}
      >
        <Icon size={22} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <>
      <div className={classes.picture}>
        {picture.url && <img src={picture.url} alt={file.name} onError={picture.onBroken} />}
      </div>
      {files.length > 1 && (
        <div className={classes.pages}>
          {beside(-1)}
          <Text size="sm" role="status">
            {t('media.fileOf', { number: index + 1, total: files.length })}
          </Text>
          {beside(1)}
        </div>
      )}
    </>
  )
}
