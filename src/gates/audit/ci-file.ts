import { foldPath } from './fold-path.ts'

const folders =
  /^(?:\.github\/(?:workflows|actions)|\.circleci|\.buildkite|\.ci|\.gitlab\/ci|\.teamcity|\.woodpecker|\.semaphore|\.azure-pipelines|\.forgejo|\.gitea)\//
const names =
  /(?:^|\/)(?:\.gitlab-ci\.ya?ml|azure-pipelines[\w.-]*\.ya?ml|jenkinsfile[\w.-]*|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml|\.?appveyor\.ya?ml|\.drone\.ya?ml|\.woodpecker\.ya?ml|\.cirrus\.ya?ml|cloudbuild\.ya?ml|buildspec\.ya?ml|\.?codecov\.ya?ml)$/

/** Whether the file tells a build server what to do. */
export function isCiFile(path: string): boolean {
  const folded = foldPath(path)
  return folders.test(folded) || names.test(folded)
}
