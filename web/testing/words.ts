import { catalogue } from '#contract/messages/catalogue.ts'
import { addTexts } from '#contract/messages/spoken.ts'

addTexts('en', catalogue)
