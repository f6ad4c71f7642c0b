import type { FileChooser } from './engines/page.ts'
import { withFiles } from './engines/temporary-files.ts'
import type { PickedFile } from './screens/media.ts'

/** Pass larger files through the disk: the page would parse inline ones as text, 15 seconds for 20 MB. */
const largest = 1024 * 1024

export async function chooseFiles(
  chooser: FileChooser,
  files: readonly PickedFile[] | readonly string[],
): Promise<void> {
  const areLarge = files.some((file) => typeof file !== 'string' && file.buffer.length > largest)
  if (areLarge) await withFiles(files, (paths) => chooser.setFiles([...paths]))
  else await chooser.setFiles([...files] as PickedFile[] | string[])
}
