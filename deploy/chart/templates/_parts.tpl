{{- define "switchyard.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "switchyard.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "switchyard.labels" -}}
app.kubernetes.io/name: switchyard
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "switchyard.selector" -}}
app.kubernetes.io/name: switchyard
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "switchyard.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "switchyard.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "switchyard.environment" -}}
- name: SWITCHYARD_DATABASE_URL_FILE
  value: /run/secrets/switchyard/{{ .Values.secretKeys.databaseUrl }}
- name: SWITCHYARD_MASTER_KEY_FILE
  value: /run/secrets/switchyard/{{ .Values.secretKeys.masterKey }}
- name: SWITCHYARD_KEY_PEPPER_FILE
  value: /run/secrets/switchyard/{{ .Values.secretKeys.keyPepper }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- define "switchyard.secretMount" -}}
- name: secrets
  mountPath: /run/secrets/switchyard
  readOnly: true
{{- end }}

{{- define "switchyard.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ .Values.existingSecret }}
    # 0440, in decimal: parsers differ about a leading zero.
    defaultMode: 288
{{- end }}

{{- define "switchyard.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "switchyard.probes" -}}
startupProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /livez, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}
