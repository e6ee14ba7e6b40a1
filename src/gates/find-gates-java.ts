import type { FoundGate, RepositoryFiles } from './found-gate.ts'
import { usualGate } from './found-gate.ts'

const gradleFiles = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts']

/** Maven and Gradle, by the repository's wrapper where it has one; both write their tests down as XML. */
export async function findJavaGates({ has }: RepositoryFiles): Promise<readonly FoundGate[]> {
  if (has('pom.xml')) {
    const maven = has('mvnw') ? './mvnw -B' : 'mvn -B'
    return [
      usualGate('build', `${maven} -DskipTests package`),
      usualGate('test', `${maven} -fae test`, '**/target/*-reports/TEST-*.xml'),
    ]
  }
  if (!has(...gradleFiles)) return []
  const gradle = `${has('gradlew') ? './gradlew' : 'gradle'} --console=plain`
  return [
    usualGate('build', `${gradle} assemble`),
    usualGate('test', `${gradle} --continue cleanTest test`, '**/build/test-results/**/*.xml'),
  ]
}
