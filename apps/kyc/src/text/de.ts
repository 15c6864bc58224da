import type { KycWords } from './en.ts'

export const de: KycWords = {
  'app.title': 'Identität bestätigen',
  'app.by': 'Prüfung durch Coffer',
  'app.loading': 'Wird geöffnet …',
  'app.language': 'Sprache',
  'app.continue': 'Weiter',
  'app.back': 'Zurück',
  'app.retry': 'Noch einmal versuchen',
  'app.optional': '{label} (freiwillig)',
  'app.step': 'Schritt {step} von {steps}',
  'app.privacy': 'Verschlüsselt. Ihre Fotos sehen nur die Prüfer von Coffer, nie {casino}.',
  'app.reference': 'Referenz {id}',

  'save.saving': 'Wird gespeichert …',
  'save.saved': 'Gespeichert',
  'save.failed': 'Noch nicht gespeichert',
  'save.retry': 'Erneut speichern',

  'summary.title': 'Bitte sehen Sie sich das zuerst an',

  'earlier.title': 'Beim letzten Mal ließ sich das nicht bestätigen',
  'earlier.lead': 'Bitte achten Sie diesmal darauf:',
  'earlier.DOCUMENT_UNREADABLE':
    'Ihr Dokument war nicht lesbar. Fotografieren Sie es ganz, scharf und ohne Spiegelungen.',
  'earlier.DOCUMENT_EXPIRED': 'Ihr Dokument war abgelaufen. Nehmen Sie eines, das noch gültig ist.',
  'earlier.DOCUMENT_TYPE_UNSUPPORTED': 'Diese Art von Dokument wird nicht akzeptiert. Nehmen Sie ein anderes.',
  'earlier.SELFIE_MISMATCH':
    'Ihr Foto ließ sich dem Dokument nicht zuordnen. Machen Sie es bei gutem Licht und sehen Sie in die Kamera.',
  'earlier.DATA_MISMATCH': 'Ihre Angaben wichen vom Dokument ab. Schreiben Sie alles genau so, wie es dort steht.',
  'earlier.ADDRESS_PROOF_MISSING':
    'Ihre Anschrift ließ sich nicht bestätigen. Geben Sie die an, unter der Sie gemeldet sind.',
  'earlier.INCOMPLETE': 'Es fehlte etwas.',

  'consent.title': 'Bevor es losgeht',
  'consent.lead':
    '{casino} bittet Sie, Ihre Identität nachzuweisen. Das dauert etwa fünf Minuten, und Sie können jederzeit unterbrechen.',
  'consent.need': 'Das brauchen Sie',
  'consent.need.document': 'Ihren Reisepass, Personalausweis, Führerschein oder Aufenthaltstitel',
  'consent.need.taxId': 'Ihre Steuernummer, wenn Sie eine haben',
  'consent.need.camera': 'Eine Kamera – am besten die Ihres Telefons',
  'consent.who': 'Wer was sieht',
  'consent.who.coffer':
    'Die Prüfer von Coffer sehen, was Sie einreichen, um es zu prüfen. Jeder Zugriff wird protokolliert.',
  'consent.who.casino':
    '{casino} erhält Ihren Namen, Ihr Geburtsdatum, Ihre Steuernummer und Ihre Anschrift, sobald Ihre Identität bestätigt ist, aber niemals Ihre Fotos.',
  'consent.long': 'Wie lange es aufbewahrt wird',
  'consent.long.text':
    'Was Sie nicht einreichen, wird von selbst gelöscht. Was Sie einreichen, wird verschlüsselt aufbewahrt, solange {casino} nachweisen können muss, wer dort spielt.',
  'consent.agree':
    'Ich bin damit einverstanden, dass meine Angaben und Fotos zur Prüfung meiner Identität verwendet werden.',

  'details.title': 'Zu Ihrer Person',
  'details.lead': 'Genau so, wie es in Ihrem Dokument steht.',
  'details.legalName': 'Vollständiger Name',
  'details.legalName.hint': 'Alle Vor- und Nachnamen',
  'details.dateOfBirth': 'Geburtsdatum',
  'details.taxId': 'Steuernummer',
  'details.taxId.hint': 'Die Nummer, unter der das Finanzamt Ihres Landes Sie führt',
  'details.hasNoTaxId': 'Ich habe keine',

  'date.day': 'Tag',
  'date.month': 'Monat',
  'date.year': 'Jahr',
  'date.hint': 'Zum Beispiel {example}',

  'address.title': 'Wo Sie wohnen',
  'address.lead': 'Ihre Wohnanschrift, kein Postfach.',
  'address.country': 'Land',
  'address.country.choose': 'Land auswählen',
  'address.line1': 'Straße und Hausnummer',
  'address.line2': 'Wohnung, Stockwerk oder Gebäude',
  'address.postalCode': 'Postleitzahl',
  'address.city': 'Ort',
  'address.state': 'Bundesland oder Region',

  'document.title': 'Ihr Dokument',
  'document.lead': 'Eines, das noch gültig ist und ein Foto von Ihnen enthält.',
  'document.type': 'Art des Dokuments',
  'document.type.passport': 'Reisepass',
  'document.type.id_card': 'Personal\u00adausweis',
  'document.type.driving_licence': 'Führerschein',
  'document.type.residence_permit': 'Aufenthaltstitel',
  'document.number': 'Dokumentnummer',
  'document.expiresOn': 'Gültig bis',
  'document.neverExpires': 'Es läuft nicht ab',
  'document.expired': 'Dieser Tag ist vorbei. Wenn Sie ein noch gültiges Dokument haben, nehmen Sie dieses.',
  'document.mrz.more': 'Maschinenlesbare Zeilen angeben (freiwillig)',
  'document.mrz': 'Maschinenlesbare Zeilen',
  'document.mrz.hint':
    'Die zwei oder drei Zeilen mit vielen < am unteren Rand des Dokuments. Sie machen die Prüfung zuverlässiger.',
  'document.photos': 'Fotos des Dokuments',
  'document.photos.hint': 'Alle vier Ecken, flach, scharf und ohne Spiegelungen.',

  'photo.front': 'Vorderseite',
  'photo.page': 'Seite mit Ihrem Foto',
  'photo.back': 'Rückseite',
  'photo.selfie': 'Ihr Gesicht',
  'photo.take': 'Foto aufnehmen',
  'photo.again': 'Neu aufnehmen',
  'photo.choose': 'Datei auswählen',
  'photo.drop': 'oder hier ablegen',
  'photo.remove': 'Entfernen',
  'photo.of': '{action}: {photo}',
  'photo.preparing': 'Das Foto wird vorbereitet …',
  'photo.sending': 'Das Foto wird gesendet: {percent}',
  'photo.kept': 'Foto gespeichert',
  'photo.retry': 'Erneut senden',
  'photo.stays': 'Ihr Foto ist noch hier.',

  'photoFault.NOT_AN_IMAGE': 'Diese Datei lässt sich nicht als Foto lesen. Wählen Sie ein JPEG, PNG oder WebP.',
  'photoFault.TOO_SMALL':
    'Dieses Foto ist zu klein, um lesbar zu sein. Nehmen Sie eines mit der Kamera auf oder wählen Sie ein größeres.',
  'photoFault.TOO_LARGE': 'Diese Datei ist zu groß. Wählen Sie eine unter 10 MB.',
  'photoFault.TOO_MANY_PIXELS': 'Dieses Bild ist zu groß. Nehmen Sie stattdessen ein Foto mit der Kamera auf.',
  'photoFault.CANVAS_BLOCKED':
    'Ihr Browser lässt diese Seite das Foto nicht verkleinern, und die Datei ist größer als 10 MB. Erlauben Sie dieser Seite, Canvas-Daten zu lesen, oder wählen Sie ein Foto unter 10 MB.',

  'camera.document': 'Bringen Sie das Dokument in den Rahmen',
  'camera.selfie': 'Bringen Sie Ihr Gesicht in das Oval',
  'camera.starting': 'Kamera wird gestartet …',
  'camera.shutter': 'Foto aufnehmen',
  'camera.use': 'Dieses Foto verwenden',
  'camera.again': 'Noch einmal aufnehmen',
  'camera.sharp': 'Ist alles scharf und gut zu lesen?',
  'camera.close': 'Kamera schließen',
  'camera.refused':
    'Diese Seite darf die Kamera nicht benutzen. Erlauben Sie es im Browser oder nehmen Sie das Foto mit Ihrer Kamera-App auf.',
  'camera.none':
    'Hier ließ sich keine Kamera starten. Nehmen Sie das Foto mit Ihrer Kamera-App auf oder wählen Sie eine Datei.',
  'camera.hidden':
    'Ihr Browser gibt dieser Seite die Bilder der Kamera nicht. Nehmen Sie das Foto mit Ihrer Kamera-App auf oder wählen Sie eine Datei.',
  'camera.app': 'Kamera-App öffnen',

  'selfie.title': 'Ein Foto von Ihnen',
  'selfie.lead': 'Damit wir sehen, dass das Dokument Ihnen gehört.',
  'selfie.tip.light': 'Licht von vorn, das ganze Gesicht im Bild',
  'selfie.tip.bare': 'Keine Sonnenbrille, kein Hut, nichts vor dem Gesicht',
  'selfie.tip.alone': 'Niemand sonst im Bild',

  'review.title': 'Noch einmal durchsehen',
  'review.lead': 'Stimmt alles? Nach dem Einreichen lässt sich nichts mehr ändern.',
  'review.change': 'Ändern',
  'review.changeWhat': 'Ändern: {what}',
  'review.none': 'Keine',
  'review.noExpiry': 'Läuft nicht ab',
  'review.photos': 'Fotos',
  'review.submit': 'Einreichen',
  'review.submitting': 'Wird eingereicht …',

  'done.title': 'Eingereicht. Vielen Dank!',
  'done.lead': 'Sie haben alles Nötige getan.',
  'done.next': 'Wie es weitergeht',
  'done.next.check': 'Die Prüfer von Coffer vergleichen Ihre Angaben, Ihr Dokument und Ihr Foto.',
  'done.next.told': '{casino} erfährt das Ergebnis und teilt es Ihnen mit.',
  'done.next.again': 'Sollte etwas schwer zu lesen sein, bittet {casino} Sie um einen zweiten Versuch.',
  'done.close': 'Fenster schließen',
  'done.closable': 'Sie können dieses Fenster jetzt schließen.',

  'confirmed.title': 'Ihre Identität ist bestätigt',
  'confirmed.text': '{casino} weiß schon Bescheid. Sie müssen nichts weiter tun.',
  'rejected.title': 'Das ließ sich nicht bestätigen',
  'rejected.text': 'Gehen Sie zurück zu {casino}. Dort erfahren Sie, ob Sie es noch einmal versuchen können.',

  'ended.title': 'Diese Seite ist nicht mehr geöffnet',
  'ended.why': 'Sie schließt sich nach einer Stunde ohne Eingabe oder wenn ein neuerer Link geöffnet wird.',
  'ended.kept': 'Ihre Angaben und die gesendeten Fotos sind gespeichert.',
  'ended.next': 'Öffnen Sie die Verifizierung noch einmal bei {casino}.',
  'ended.nextUnknown': 'Öffnen Sie die Verifizierung noch einmal bei Ihrem Casino.',

  'failed.title': 'Die Seite ließ sich nicht laden',
  'failed.framed':
    'Diese Seite öffnet sich nur in einem eigenen Fenster. Öffnen Sie die Verifizierung noch einmal bei Ihrem Casino.',

  'error.OFFLINE':
    'Es besteht keine Verbindung. Ihre Eingaben sind nicht verloren: Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  'error.RATE_LIMITED': 'Das ging etwas zu schnell. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
  'error.BODY_TOO_LARGE': 'Das war zu groß, um gesendet zu werden.',
  'error.KYC_UNAVAILABLE': 'Fotos lassen sich gerade nicht speichern. Bitte versuchen Sie es gleich noch einmal.',
  'error.UNKNOWN':
    'Das hat nicht geklappt. Was gespeichert war, ist nicht verloren. Bitte versuchen Sie es gleich noch einmal.',

  'fault.consent': 'Setzen Sie das Häkchen, wenn Sie einverstanden sind. Sonst können wir Ihre Identität nicht prüfen.',
  'fault.details.legalName': 'Geben Sie Ihren vollständigen Namen ein.',
  'fault.details.dateOfBirth': 'Geben Sie Ihr Geburtsdatum ein.',
  'fault.details.taxId': 'Geben Sie Ihre Steuernummer ein oder kreuzen Sie an, dass Sie keine haben.',
  'fault.address.country': 'Wählen Sie Ihr Land aus.',
  'fault.address.line1': 'Geben Sie Straße und Hausnummer ein.',
  'fault.address.city': 'Geben Sie Ihren Ort ein.',
  'fault.address.postalCode': 'Geben Sie Ihre Postleitzahl ein.',
  'fault.document.type': 'Wählen Sie die Art des Dokuments.',
  'fault.document.number': 'Geben Sie die Dokumentnummer ein.',
  'fault.document.expiresOn': 'Geben Sie ein, bis wann es gültig ist, oder kreuzen Sie an, dass es nicht abläuft.',
  'fault.images.front': 'Es fehlt ein Foto der Vorderseite.',
  'fault.images.page': 'Es fehlt ein Foto der Seite mit Ihrem Foto.',
  'fault.images.back': 'Es fehlt ein Foto der Rückseite.',
  'fault.images.selfie': 'Es fehlt ein Foto von Ihnen.',
  'fault.NOT_A_DATE': 'Diesen Tag gibt es nicht im Kalender. Prüfen Sie Tag, Monat und Jahr.',
  'fault.IN_FUTURE': 'Dieses Datum liegt in der Zukunft. Prüfen Sie das Jahr.',
  'fault.TOO_LONG_AGO': 'Dieses Datum liegt zu weit zurück. Prüfen Sie das Jahr.',
  'fault.refused': 'Das konnte nicht angenommen werden. Bitte prüfen Sie es.',
}
