{{- define "orbweaver.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: orbweaver
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "orbweaver.podLabels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: orbweaver
{{- end }}

{{/* With a digest the tag is informational. */}}
{{- define "orbweaver.image" -}}
{{- $image := .root.Values.image }}
{{- $registry := required "image.registry: the images are REGISTRY/service and REGISTRY/renderer" $image.registry }}
{{- $digest := index $image.digests .name }}
{{- printf "%s/%s:%s" $registry .name ($image.tag | default .root.Chart.AppVersion) }}{{ if $digest }}@{{ $digest }}{{ end }}
{{- end }}

{{/* CIDRs of the cluster, which no page may reach. */}}
{{- define "orbweaver.clusterCidrs" -}}
{{- join "," (uniq (concat .Values.cluster.nodeCidrs .Values.cluster.podCidrs .Values.cluster.serviceCidrs)) }}
{{- end }}

{{/* PriorityClasses are cluster-wide, so their names contain the namespace. */}}
{{- define "orbweaver.priorityClass" -}}
{{ .root.Release.Namespace }}-{{ .class }}
{{- end }}

{{- define "orbweaver.serviceAccount" -}}
{{- $account := (index .root.Values .name).serviceAccount }}
{{- $account.name | default (ternary .name "" $account.create) }}
{{- end }}

{{/* The principal of a service replaces the shared one. Renderers never read the shared one: pages may take them over. */}}
{{- define "orbweaver.kafkaSecrets" -}}
{{- if ne .name "renderer" }}
- secretRef:
    name: orbweaver-kafka
    optional: true
{{- end }}
- secretRef:
    name: orbweaver-kafka-{{ .name }}
    optional: true
{{- end }}

{{/* Constraints between values, which the schema cannot express. */}}
{{- define "orbweaver.validate" -}}
{{- range $setting := list "DRAIN_TIMEOUT" "SCRAPE_DRAIN_TIMEOUT" }}
{{- $drain := index $.Values.settings $setting | toString }}
{{- $seconds := $drain | trimSuffix "s" | trimSuffix "m" | int }}
{{- if hasSuffix "m" $drain }}{{ $seconds = mul 60 $seconds }}{{ end }}
{{- if lt (int $.Values.terminationGracePeriodSeconds) (add 30 $seconds | int) }}
{{- fail (printf "terminationGracePeriodSeconds: must be at least 30 s more than settings.%s, otherwise work in progress is killed" $setting) }}
{{- end }}
{{- end }}
{{- range $name := list "gateway" "frontier" "renderer" "results" }}
{{- $scaling := (index $.Values $name).autoscaling }}
{{- if gt (int $scaling.minReplicas) (int $scaling.maxReplicas) }}
{{- fail (printf "%s.autoscaling: minReplicas is more than maxReplicas" $name) }}
{{- end }}
{{- end }}
{{- $renderers := dict "renderer.replicas" .Values.renderer.replicas }}
{{- if or .Values.renderer.autoscaling.enabled .Values.keda.enabled }}
{{- $renderers = dict "renderer.autoscaling.maxReplicas" .Values.renderer.autoscaling.maxReplicas }}
{{- end }}
{{- range $value, $most := $renderers }}
{{- if gt (int $most) (int $.Values.kafka.renderPartitions) }}
{{- fail (printf "%s: the topics of pages to render have %d partitions (kafka.renderPartitions), further renderers would be idle" $value (int $.Values.kafka.renderPartitions)) }}
{{- end }}
{{- end }}
{{- $client := .Values.kafka.clientCertificates }}
{{- range $role, $secret := omit $client.secrets "renderer" }}
{{- if and $client.enabled (eq $secret $client.secrets.renderer) }}
{{- fail (printf "kafka.clientCertificates.secrets: renderers run untrusted pages and cannot share the certificate of %s" $role) }}
{{- end }}
{{- end }}
{{- if .Values.networkPolicies.enabled }}
{{- range $broker := splitList "," .Values.kafka.brokers | compact }}
{{- if ne (regexFind "[0-9]+$" $broker) ($.Values.networkPolicies.kafka.port | toString) }}
{{- fail (printf "networkPolicies.kafka.port: does not match %s of kafka.brokers" $broker) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "orbweaver.settings" -}}
{{- if or .Values.kafka.brokers (not .Values.kafka.brokersInSecret) }}
KAFKA_BROKERS: {{ required "kafka.brokers: a comma list of host:port" .Values.kafka.brokers | quote }}
{{- end }}
{{- if and (or .Values.ingress.enabled .Values.gatewayApi.enabled) (not (hasKey .Values.settings "PUBLIC_URL")) }}
PUBLIC_URL: https://{{ .Values.ingress.enabled | ternary .Values.ingress.host .Values.gatewayApi.host }}
{{- end }}
{{- if .Values.tracing.enabled }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ .Values.tracing.endpoint | quote }}
OTEL_TRACES_SAMPLER: {{ .Values.tracing.sampler }}
OTEL_TRACES_SAMPLER_ARG: {{ .Values.tracing.sampledShare | quote }}
{{- end }}
{{- if and .Values.kafka.clientCertificates.enabled (not (hasKey .Values.settings "KAFKA_SSL")) }}
KAFKA_SSL: "true"
{{- end }}
{{- $denied := compact (list (include "orbweaver.clusterCidrs" .) (index .Values.settings "EGRESS_DENY")) }}
{{- if $denied }}
EGRESS_DENY: {{ join "," $denied | quote }}
{{- end }}
{{- range $name, $value := omit .Values.settings "EGRESS_DENY" }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "orbweaver.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
{{- end }}

{{- define "orbweaver.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "orbweaver.secretVariable" -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}

{{/* Declared teams; empty without them. Mounted as a folder, because files with subPath are never updated. */}}
{{- define "orbweaver.teamsVolume" -}}
{{- with .Values.teams }}
{{- if or .secret .configMap -}}
- name: teams
  projected:
    sources:
      {{- if .secret }}
      - secret:
          name: {{ .secret }}
          items: [{ key: {{ .key | quote }}, path: {{ .key | quote }} }]
      {{- else }}
      - configMap:
          name: {{ .configMap }}
          items: [{ key: {{ .key | quote }}, path: {{ .key | quote }} }]
      {{- end }}
      {{- range .keySecrets }}
      - secret:
          name: {{ . }}
      {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "orbweaver.teamsVariable" -}}
- name: TEAMS_FILE
  value: /etc/orbweaver/teams/{{ .Values.teams.key }}
{{- end }}

{{- define "orbweaver.teamsMount" -}}
- name: teams
  mountPath: /etc/orbweaver/teams
  readOnly: true
{{- end }}

{{/* Keys for stored contents; empty without encryption. Renderers never read them: pages may take them over. */}}
{{- define "orbweaver.encryptionEnv" -}}
{{- with .Values.encryption }}
{{- if .enabled }}
{{- include "orbweaver.secretVariable" (dict "variable" "ENCRYPTION_KEYS" "secret" .secret "key" .key) }}
{{- end }}
{{- end }}
{{- end }}

{{/* Variables, mounts and volumes of certificates. `.role`: owner of the client certificate for Kafka, if any. */}}
{{- define "orbweaver.certificateEnv" -}}
{{- with .root.Values.certificateAuthorities }}
{{- if .configMap }}
- name: EXTRA_CA_CERTS
  value: /etc/orbweaver/authorities/{{ .key }}
{{- end }}
{{- end }}
{{- $client := .root.Values.kafka.clientCertificates }}
{{- if and .role $client.enabled }}
- name: KAFKA_TLS_CERT
  value: /etc/orbweaver/kafka/{{ $client.certificate }}
- name: KAFKA_TLS_KEY
  value: /etc/orbweaver/kafka/{{ $client.key }}
{{- end }}
{{- end }}

{{- define "orbweaver.certificateMounts" -}}
{{- if .root.Values.certificateAuthorities.configMap }}
- name: authorities
  mountPath: /etc/orbweaver/authorities
  readOnly: true
{{- end }}
{{- if and .role .root.Values.kafka.clientCertificates.enabled }}
- name: kafka-certificate
  mountPath: /etc/orbweaver/kafka
  readOnly: true
{{- end }}
{{- end }}

{{- define "orbweaver.certificateVolumes" -}}
{{- with .root.Values.certificateAuthorities.configMap }}
- name: authorities
  configMap:
    name: {{ . }}
{{- end }}
{{- if and .role .root.Values.kafka.clientCertificates.enabled }}
- name: kafka-certificate
  secret:
    secretName: {{ index .root.Values.kafka.clientCertificates.secrets .role }}
{{- end }}
{{- end }}

{{/* A service: Deployment, metrics Service, PodDisruptionBudget, HorizontalPodAutoscaler. */}}
{{- define "orbweaver.service" -}}
{{- $values := index .root.Values .name }}
{{- $replaced := and .root.Values.keda.enabled (has .name (list "renderer" "results")) }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  labels:
    {{- include "orbweaver.labels" . | nindent 4 }}
spec:
  {{- if not (or $values.autoscaling.enabled $replaced) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  selector:
    matchLabels:
      app.kubernetes.io/name: {{ .name }}
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  template:
    metadata:
      labels:
        {{- include "orbweaver.podLabels" . | nindent 8 }}
      annotations:
        # Rolls the pods after a change of settings.
        checksum/settings: {{ include "orbweaver.settings" .root | sha256sum }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with include "orbweaver.serviceAccount" . }}
      serviceAccountName: {{ . }}
      {{- end }}
      terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
      {{- if .root.Values.priorityClasses.enabled }}
      priorityClassName: {{ include "orbweaver.priorityClass" (dict "root" .root "class" (eq .name "renderer" | ternary "renderer" "service")) }}
      {{- end }}
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if and (eq .name "renderer") (eq $values.sandbox "userNamespace") }}
      hostUsers: false
      {{- end }}
      securityContext:
        {{- include "orbweaver.podSecurity" . | nindent 8 }}
        fsGroup: 1000
        seccompProfile:
          {{- if and (eq .name "renderer") (eq $values.sandbox "localhost") }}
          type: Localhost
          localhostProfile: orbweaver/chromium.json
          {{- else if and (eq .name "renderer") (eq $values.sandbox "userNamespace") }}
          type: Unconfined
          {{- else }}
          type: RuntimeDefault
          {{- end }}
      {{- if .root.Values.spreadOverNodes }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          matchLabelKeys: [app.kubernetes.io/name, pod-template-hash]
          labelSelector:
            matchLabels:
              app.kubernetes.io/part-of: orbweaver
      {{- end }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .name }}
          {{- if eq .name "renderer" }}
          image: {{ include "orbweaver.image" (dict "root" .root "name" "renderer") }}
          {{- else }}
          image: {{ include "orbweaver.image" (dict "root" .root "name" "service") }}
          args: [{{ .name }}]
          {{- end }}
          {{- with .root.Values.image.pullPolicy }}
          imagePullPolicy: {{ . }}
          {{- end }}
          envFrom:
            - configMapRef:
                name: orbweaver-settings
            {{- include "orbweaver.kafkaSecrets" . | nindent 12 }}
            {{- range .secrets }}
            - secretRef:
                name: {{ . }}
                optional: true
            {{- end }}
          {{- $certificates := dict "root" .root "role" .name }}
          {{- $certificateEnv := include "orbweaver.certificateEnv" $certificates }}
          {{- $teams := eq .name "gateway" | ternary (include "orbweaver.teamsVolume" .root) "" }}
          {{- $encryptionEnv := eq .name "renderer" | ternary "" (include "orbweaver.encryptionEnv" .root) }}
          {{- if or .env $encryptionEnv $certificateEnv $teams $values.extraEnv }}
          env:
            {{- with .env }}
            {{- . | nindent 12 }}
            {{- end }}
            {{- with $encryptionEnv }}
            {{- . | nindent 12 }}
            {{- end }}
            {{- with $certificateEnv }}
            {{- . | nindent 12 }}
            {{- end }}
            {{- if $teams }}
            {{- include "orbweaver.teamsVariable" .root | nindent 12 }}
            {{- end }}
            {{- with $values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          {{- end }}
          ports:
            {{- if eq .name "gateway" }}
            - name: http
              containerPort: 3002
            {{- end }}
            - name: metrics
              containerPort: {{ .root.Values.settings.METRICS_PORT }}
          # The process waits for the database, migrations and Kafka in any order.
          startupProbe:
            httpGet:
              path: /health/live
              port: metrics
            periodSeconds: 3
            failureThreshold: 100
          readinessProbe:
            httpGet:
              path: /health/ready
              port: metrics
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            httpGet:
              path: /health/live
              port: metrics
            periodSeconds: 15
            timeoutSeconds: 5
            failureThreshold: 4
          {{- if eq .name "gateway" }}
          lifecycle:
            preStop:
              # Proxies send requests until they have removed this endpoint.
              sleep:
                seconds: 10
          {{- end }}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- include "orbweaver.containerSecurity" . | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- if eq .name "renderer" }}
            - name: shared-memory
              mountPath: /dev/shm
            {{- end }}
            {{- with include "orbweaver.certificateMounts" $certificates }}
            {{- . | nindent 12 }}
            {{- end }}
            {{- if $teams }}
            {{- include "orbweaver.teamsMount" . | nindent 12 }}
            {{- end }}
            {{- with $values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        {{- if eq .name "renderer" }}
        # Profiles of the browser.
        - name: tmp
          emptyDir:
            sizeLimit: 4Gi
        # Chromium exchanges images through /dev/shm; the default of 64 MB crashes pages. Counts as memory.
        - name: shared-memory
          emptyDir:
            medium: Memory
            sizeLimit: 1Gi
        {{- else }}
        - name: tmp
          emptyDir: {}
        {{- end }}
        {{- with include "orbweaver.certificateVolumes" $certificates }}
        {{- . | nindent 8 }}
        {{- end }}
        {{- with $teams }}
        {{- . | nindent 8 }}
        {{- end }}
        {{- with $values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- if $values.serviceAccount.create }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "orbweaver.serviceAccount" . }}
  labels:
    {{- include "orbweaver.labels" . | nindent 4 }}
  {{- with $values.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ .name }}-metrics
  labels:
    {{- include "orbweaver.labels" . | nindent 4 }}
    app.kubernetes.io/component: metrics
  {{- with $values.serviceAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  clusterIP: None
  # Metrics of pods that are not ready matter most.
  publishNotReadyAddresses: true
  selector:
    app.kubernetes.io/name: {{ .name }}
  ports:
    - name: metrics
      port: {{ .root.Values.settings.METRICS_PORT }}
      targetPort: metrics
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  labels:
    {{- include "orbweaver.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  # A pod that is not ready must not block a node drain.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      app.kubernetes.io/name: {{ .name }}
{{- if and $values.autoscaling.enabled (not $replaced) }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
  labels:
    {{- include "orbweaver.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ .name }}
  minReplicas: {{ $values.autoscaling.minReplicas }}
  maxReplicas: {{ $values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ $values.autoscaling.cpuUtilization }}
    {{- if and (eq .name "renderer") (gt (int $values.pagesWaitingPerReplica) 0) }}
    - type: External
      external:
        metric:
          name: orbweaver_pages_waiting
        target:
          type: AverageValue
          averageValue: {{ $values.pagesWaitingPerReplica | quote }}
    {{- end }}
  {{- if eq .name "renderer" }}
  behavior:
    {{- include "orbweaver.rendererBehavior" . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "orbweaver.rendererBehavior" -}}
scaleUp:
  policies:
    - type: Percent
      value: 100
      periodSeconds: 30
scaleDown:
  # Crawls come in waves, and a new renderer needs time to get its partitions.
  stabilizationWindowSeconds: 600
{{- end }}

{{/* Jobs are immutable, so the name contains a hash of the specification. */}}
{{- define "orbweaver.job" -}}
{{- $spec := include "orbweaver.jobSpec" . }}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .name }}-{{ $spec | sha256sum | trunc 8 }}
  labels:
    {{- include "orbweaver.labels" . | nindent 4 }}
    app.kubernetes.io/component: preparation
spec:
  {{- $spec | nindent 2 }}
{{- end }}

{{- define "orbweaver.jobSpec" -}}
backoffLimit: 20
template:
  metadata:
    labels:
      {{- include "orbweaver.podLabels" . | nindent 6 }}
      app.kubernetes.io/component: preparation
    annotations:
      checksum/settings: {{ include "orbweaver.settings" .root | sha256sum }}
  spec:
    restartPolicy: OnFailure
    automountServiceAccountToken: false
    enableServiceLinks: false
    {{- with .root.Values.image.pullSecrets }}
    imagePullSecrets:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    securityContext:
      {{- include "orbweaver.podSecurity" . | nindent 6 }}
      seccompProfile:
        type: RuntimeDefault
    containers:
      - name: admin
        image: {{ include "orbweaver.image" (dict "root" .root "name" "service") }}
        {{- with .root.Values.image.pullPolicy }}
        imagePullPolicy: {{ . }}
        {{- end }}
        args: {{ prepend .args "admin" | toJson }}
        {{- with .envFrom }}
        envFrom:
          {{- toYaml . | nindent 10 }}
        {{- end }}
        {{- $certificates := dict "root" .root "role" .role }}
        {{- with trim (printf "%s\n%s" (.env | default "") (include "orbweaver.certificateEnv" $certificates)) }}
        env:
          {{- . | nindent 10 }}
        {{- else }}
        env: []
        {{- end }}
        resources:
          {{- toYaml .root.Values.preparation.resources | nindent 10 }}
        securityContext:
          {{- include "orbweaver.containerSecurity" . | nindent 10 }}
        volumeMounts:
          - name: tmp
            mountPath: /tmp
          {{- with include "orbweaver.certificateMounts" $certificates }}
          {{- . | nindent 10 }}
          {{- end }}
    volumes:
      - name: tmp
        emptyDir: {}
      {{- with include "orbweaver.certificateVolumes" $certificates }}
      {{- . | nindent 6 }}
      {{- end }}
{{- end }}
