import type { Contract } from './contract.ts'
import type { InspectRequest, Inspection } from './inspection.ts'
import { inspectionPrompt } from './inspection.ts'
import { reviewer } from './reviewer.ts'

/** Whether a user interface that is built can be used, by everybody and on every screen; judged like any review. */
export const designerValidate: Contract<InspectRequest, Inspection> = {
  ...reviewer,
  role: 'designer',
  prompt: (request) =>
    inspectionPrompt(
      'You look at a user interface that was built: what stands out and what does not, how it holds on narrow and wide screens, whether it can be used by keyboard, by touch and read aloud, whether contrast is enough, what is shown when there is nothing yet, or an error. Critical is only what keeps somebody from using it. You read and run; you change nothing.',
      request,
    ),
}

/** The same of an app for phones, by whoever knows what each platform expects. */
export const mobileDesignerValidate: Contract<InspectRequest, Inspection> = {
  ...reviewer,
  role: 'mobile-designer',
  prompt: (request) =>
    inspectionPrompt(
      'You look at the user interface of a mobile app that was built: what stands out and what does not, how it holds on small and large phones and turned on their side, whether targets are large enough for a thumb, whether text grows with the settings of the phone and can be read aloud, whether contrast is enough, whether it does what each platform leads people to expect. Critical is only what keeps somebody from using it. You read and run; you change nothing.',
      request,
    ),
}
